//! In: forms that give ordered lists of sites. Out: typed regions. Never here: their order at run time.
#![expect(clippy::wildcard_enum_match_arm, reason = "forms that are not named share one answer, whatever forms come")]
use super::Checker;
use crate::ast::{self, ExprKind as Form, Group, Name, Op};
use crate::diagnostic::{names, types};
use crate::hir::{self, Expr, ExprKind, LocalId, Ty};
use crate::source::Span;

impl Checker<'_> {
    /// An expression that must be a region; a house is the region of itself.
    pub(super) fn region(&mut self, form: &ast::Expr) -> Expr {
        if let Form::Set(items) = &form.kind
            && items.is_empty()
        {
            return Expr { kind: ExprKind::Sites(Vec::new()), ty: Ty::Region, span: form.span };
        }
        let found = self.expr(form);
        self.as_region(found)
    }

    pub(super) fn as_region(&mut self, found: Expr) -> Expr {
        let span = found.span;
        match found.ty {
            Ty::Region | Ty::Unknown => found,
            Ty::House => Expr { kind: ExprKind::Sites(vec![found]), ty: Ty::Region, span },
            ty => {
                let got = self.ty_name(ty);
                self.report(types::not_a_region(span, &got));
                self.hole(span)
            }
        }
    }

    pub(super) fn region_form(&mut self, form: &ast::Expr) -> Expr {
        let span = form.span;
        let make = |kind| Expr { kind, ty: Ty::Region, span };
        match &form.kind {
            Form::Index(base, index) => {
                let base = Box::new(self.region(base));
                let index = Box::new(self.expect(index, Ty::Int));
                self.index_in_range(&base, &index);
                Expr { kind: ExprKind::Index(base, index), ty: Ty::House, span }
            }
            Form::Reversed(inner) => {
                let inner = self.expr(inner);
                if inner.ty == Ty::Direction {
                    return Expr { kind: ExprKind::Not(Box::new(inner)), ty: Ty::Direction, span };
                }
                make(ExprKind::Reversed(Box::new(self.as_region(inner))))
            }
            Form::Where(base, condition) => {
                let region = Box::new(self.region(base));
                let (here, condition) = self.judged_here(condition);
                make(ExprKind::Where { region, here, condition: Box::new(condition) })
            }
            Form::Run { back, from, condition } => {
                let from = Box::new(self.expect(from, Ty::House));
                let (here, condition) = match condition {
                    Some(condition) => {
                        let (here, condition) = self.judged_here(condition);
                        (here, Some(Box::new(condition)))
                    }
                    None => (self.fresh_here(span), None),
                };
                make(ExprKind::Run { back: *back, from, here, condition })
            }
            Form::GroupOf(group, of) if self.place_behind_of(*group, of, span) => self.hole(span),
            Form::GroupOf(group, of) => {
                let of = Box::new(self.expect(of, Ty::Player));
                if matches!(group, Group::Inner | Group::Outer) && self.layout.inner.is_empty() {
                    self.report(types::no_inner_rows(span));
                }
                make(ExprKind::GroupOf(*group, of))
            }
            _ => self.hole(span),
        }
    }

    /// Whether this is `inner of mover[1]`, which is told: the place belongs to the region, not to the player.
    fn place_behind_of(&mut self, group: Group, of: &ast::Expr, span: Span) -> bool {
        let Form::Index(player, at) = &of.kind else { return false };
        let is_player = match &player.kind {
            Form::Word(word) => matches!(word, ast::Word::Mover | ast::Word::Opponent),
            Form::Name(name) => self
                .lookup_local(name)
                .map_or(self.layout.player(name).is_some(), |local| self.locals[local.0 as usize].ty == Ty::Player),
            _ => false,
        };
        if is_player {
            let whole = self.snippet(span);
            let word = whole.split_whitespace().next().unwrap_or(match group {
                Group::Houses => "houses",
                _ => "row",
            });
            let instead = format!("({word} of {})[{}]", self.snippet(player.span), self.snippet(at.span));
            self.report(types::place_of_a_player(of.span, &instead));
        }
        is_player
    }

    fn fresh_here(&mut self, span: Span) -> LocalId {
        let depth = self.scope.len();
        let here = self.bind("here", Ty::House, span);
        self.used.locals.insert(here);
        self.leave_scope(depth);
        here
    }

    /// A condition on `here`.
    pub(super) fn judged_here(&mut self, condition: &ast::Expr) -> (LocalId, Expr) {
        let here = self.fresh_here(condition.span);
        let outer = self.context.here.replace(here);
        let condition = self.expect(condition, Ty::Bool);
        self.context.here = outer;
        (here, condition)
    }

    /// The set in which a number is looked for; houses in its place are told.
    pub(super) fn counts_for(&mut self, number: &Expr, form: &ast::Expr) -> Expr {
        let set = self.expr(form);
        match &number.kind {
            ExprKind::Seeds(house) if matches!(set.ty, Ty::Region | Ty::House) => {
                let (house, among) = (self.snippet(house.span), self.snippet(set.span));
                self.report(types::number_among_houses(number.span, set.span, &house, &among));
                self.hole(set.span)
            }
            _ => self.must_be(set, Ty::Counts),
        }
    }

    pub(super) fn region_operator(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let left = Box::new(self.region(left));
        let kind = match op {
            Op::FollowedBy => ExprKind::FollowedBy(left, Box::new(self.region(right))),
            Op::Without => ExprKind::Without(left, Box::new(self.region(right))),
            Op::Before => ExprKind::Before(left, Box::new(self.expect(right, Ty::House))),
            _ => ExprKind::After(left, Box::new(self.expect(right, Ty::House))),
        };
        Expr { kind, ty: Ty::Region, span }
    }

    pub(super) fn region_member(&mut self, base: Expr, name: &Name, span: Span) -> Expr {
        let make = |kind, ty| Expr { kind, ty, span };
        match name.text.as_str() {
            "seeds" => make(ExprKind::RegionSeeds(Box::new(base)), Ty::Int),
            "count" => make(ExprKind::Count(Box::new(base)), Ty::Int),
            "first" => make(ExprKind::First(Box::new(base)), Ty::House),
            "last" => make(ExprKind::Last(Box::new(base)), Ty::House),
            "store" => {
                let whose = self.snippet(base.span);
                let instead = match &base.kind {
                    ExprKind::Own => "own store".to_owned(),
                    ExprKind::Theirs => "opponent.store".to_owned(),
                    ExprKind::GroupOf(_, of) => format!("{}.store", self.snippet(of.span)),
                    _ => "p.store".to_owned(),
                };
                self.report(names::store_of_region(name.span, &whose, &instead));
                self.hole(span)
            }
            _ => self.lettered(&base, name, span),
        }
    }

    /// `own.D`: the house lettered D on the mover's side.
    fn lettered(&mut self, base: &Expr, name: &Name, span: Span) -> Expr {
        let word = |word| Box::new(Expr { kind: ExprKind::Word(word), ty: Ty::Player, span });
        let player = match &base.kind {
            ExprKind::Own => Some(word(hir::Word::Mover)),
            ExprKind::Theirs if self.layout.players.len() == 2 => Some(word(hir::Word::Opponent)),
            ExprKind::GroupOf(_, of) => Some(of.clone()),
            _ => None,
        };
        let sites = player.as_ref().and_then(|_| self.letter_of_each(&name.text));
        if sites.is_some() && self.layout.players.len() > 1 && name.text.chars().all(char::is_lowercase) {
            self.report(names::small_letter(name, &self.snippet(base.span)));
        }
        match (player, sites) {
            (Some(player), Some(sites)) => Expr { kind: ExprKind::Lettered { player, sites }, ty: Ty::House, span },
            (Some(_), None) if is_letter(&name.text) => {
                let row = self.layout.rows.first().cloned().unwrap_or_default();
                let site = |site: Option<&u8>| {
                    site.map_or("A", |site| self.layout.sites[*site as usize].name.as_str()).to_owned()
                };
                let (first, last) = (site(row.first()), site(row.last()));
                self.report(names::no_such_letter(name, row.len(), &first, &last));
                self.hole(span)
            }
            (player, _) => {
                let mut known = ["seeds", "count", "first", "last"].map(String::from).to_vec();
                if player.is_some() {
                    known.extend(
                        self.layout
                            .rows
                            .first()
                            .into_iter()
                            .flatten()
                            .map(|site| self.layout.sites[*site as usize].name.clone()),
                    );
                }
                self.report(names::unknown_member(name, "a region", &known));
                self.hole(span)
            }
        }
    }

    /// The house of this letter for each player, by counterpart.
    fn letter_of_each(&self, letter: &str) -> Option<Vec<u8>> {
        if self.layout.players.len() == 1 {
            return self.layout.site(letter).map(|site| vec![site]);
        }
        let first = self.layout.site(&letter.to_uppercase())?;
        let owner = self.layout.sites[first as usize].owner?;
        let other = self.layout.counterpart[first as usize]?;
        Some(if owner == 0 { vec![first, other] } else { vec![other, first] })
    }

    /// `R[i]` with a constant index that no region of this board reaches.
    fn index_in_range(&mut self, base: &Expr, index: &Expr) {
        let Some(value) = self.constant(index) else { return };
        let row = self.layout.rows.iter().map(Vec::len).max().unwrap_or(0);
        let owned = matches!(base.kind, ExprKind::Own | ExprKind::Theirs | ExprKind::GroupOf(hir::Group::Houses, _));
        let longest = match &base.kind {
            ExprKind::GroupOf(hir::Group::Row, _) => row,
            ExprKind::Sites(sites) => sites.len(),
            ExprKind::Houses => self.layout.houses,
            _ if owned => self.layout.houses,
            _ => return,
        };
        let beyond = |most: usize| value < 1 || value as usize > most;
        // How many houses a player can have is known when it is known whether they change hands.
        if owned && self.layout.players.len() == 2 && beyond(row) {
            self.places_asked.push((index.span, value, row));
        } else if beyond(longest) {
            self.report(types::index_out_of_range(index.span, value, longest));
        }
    }
}

/// Whether a word may be meant as the letter of a house.
fn is_letter(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}
