//! In: sowings and laps. Out: sentences that tell them. Never here: decisions, other statements.
use super::statements::{covering, under};
use super::words::join;
use super::{Part, Role, Teller, Voice};
use crate::hir::{Block, Expr, ExprKind, SowFrom, SowOptions, StmtKind, Through, Word};
use crate::source::Span;

impl Teller<'_> {
    /// One sowing.
    pub(super) fn sow(&mut self, from: &SowFrom, options: &SowOptions, span: Span) -> Part {
        let text = match from {
            SowFrom::House(house) => self.sown(house, options),
            SowFrom::Store { amount, store } => {
                let (sow, amount, store) = (self.act(None, "sow"), self.amount(amount), self.noun(store).text);
                let how = self.manner(options, Some(&store), true);
                format!("{sow} {amount} from {store} one by one {how}")
            }
        };
        Part::Said(self.said(text, span))
    }

    fn sown(&mut self, house: &Expr, options: &SowOptions) -> String {
        let sow = self.act(None, "sow");
        let name = self.noun(house).text;
        let how = self.manner(options, Some(&name), true);
        let what = self.what(&name, options);
        format!("{sow} {what} one by one {how}")
    }

    /// `the seeds of X`, `3 seeds of X`.
    fn what(&mut self, house: &str, options: &SowOptions) -> String {
        match &options.taking {
            Some(count) => format!("{} of {house}", self.portion(count, house)),
            None => format!("the seeds of {house}"),
        }
    }

    /// How it is sown; the direction is always said of a first lap, of a relay only if it has its own.
    fn manner(&mut self, options: &SowOptions, from: Option<&str>, first: bool) -> String {
        let mut parts = Vec::new();
        match &options.going {
            Some(way) => parts.push(self.going(way)),
            None if first => parts.push(Self::way(self.game.direction).to_owned()),
            None => {}
        }
        if options.alternating {
            parts.push("each further lap in the direction opposite to the one before".to_owned());
        }
        if let Some(track) = options.along {
            let name = self.game.layout.tracks.get(track).map_or("", |track| track.name.as_str());
            parts.push(format!("along the track {}", super::words::quoted(name)));
        }
        if let Some(house) = &options.starting {
            parts.push(format!("the first seed in {}", self.noun(house).text));
        }
        match options.through {
            // Where some sowings include stores, the others say that they do not.
            Through::NoStore if self.sows_stores && first => parts.push("passing over the stores".to_owned()),
            Through::NoStore => {}
            Through::OwnStore => {
                let mover = self.mover();
                parts.push(format!("{} included", self.possessed(&mover, "store")));
            }
            Through::AllStores => parts.push("all stores included".to_owned()),
        }
        parts.extend(self.skipped(options, from));
        if let Some(count) = &options.leaving {
            parts.push(format!("leaving {} behind (but at least one is lifted)", self.amount(count)));
        }
        parts.join(", ")
    }

    /// What is passed over.
    fn skipped(&mut self, options: &SowOptions, from: Option<&str>) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(region) = &options.skipping {
            let region = self.region(region).text;
            let same = from == Some(region.as_str());
            let region = if same { "the house they came from".to_owned() } else { region };
            parts.push(format!("passing over {region}"));
        }
        if let Some((here, condition)) = &options.skipping_where {
            let origin = matches!(&condition.kind, ExprKind::Binary(crate::ast::Op::Eq, one, other)
                if matches!(one.kind, ExprKind::Local(local) if local == *here)
                    && matches!(other.kind, ExprKind::Word(Word::Origin)));
            if origin {
                parts.push("passing over the house that each lap started from".to_owned());
            } else if self.settled(condition) != Some(0) {
                let depth = self.live.len();
                let name = self.bound(*here, Role::Passed);
                let that = self.passed_over(*here, condition);
                self.live.truncate(depth);
                parts.push(format!("passing over every house{name} {that}"));
            }
        }
        parts
    }

    // --------------------------------------------------------------------------------------------------------- laps

    pub(super) fn laps(&mut self, from: Option<&Expr>, options: &SowOptions, body: &Block, span: Span) -> Vec<Part> {
        let text = match from {
            Some(house) => self.sown(house, options),
            None => {
                let how = self.manner(options, None, true);
                format!("the sowing just made is the first lap; new laps are sown one by one {how}")
            }
        };
        let mut parts = vec![Part::Said(self.said(text, span))];
        parts.extend(self.judged(body, "when the last seed of a lap has fallen", span));
        parts.push(Part::Said(self.said("when no new lap is begun, the sowing is over", span)));
        parts
    }

    /// What is done with every seed, then what is judged when a lap has ended.
    fn judged(&mut self, body: &Block, when: &str, span: Span) -> Vec<Part> {
        let depth = self.live.len();
        let (drops, rest): (Vec<_>, Vec<_>) =
            body.statements.iter().partition(|stmt| matches!(stmt.kind, StmtKind::EachDrop(_)));
        let mut parts = drops.into_iter().flat_map(|stmt| self.statement(stmt)).collect::<Vec<_>>();
        let lead = self.said(when, span);
        if let [stmt] = rest[..]
            && let StmtKind::Cases(cases) = &stmt.kind
        {
            let told = self.told_cases(cases, super::cases::PLAIN, stmt.span);
            parts.push(if told.several {
                let lead =
                    super::Said { text: format!("{when}, the first of these cases that applies is done"), ..lead };
                covering(Part::List { lead, items: told.parts.into_iter().map(|part| vec![part]).collect() }, stmt.span)
            } else {
                under(lead, ", ", told.parts)
            });
        } else {
            let body = rest.into_iter().flat_map(|stmt| self.statement(stmt)).collect::<Vec<_>>();
            parts.push(under(lead, ", ", body));
        }
        self.live.truncate(depth);
        parts
    }

    /// Two hands in step.
    pub(super) fn laps_together(
        &mut self,
        hands: &[(Expr, Expr); 2],
        options: &SowOptions,
        body: &Block,
        span: Span,
    ) -> Vec<Part> {
        let hands = hands.iter().map(|(house, by)| (self.noun(house).text, self.noun(by))).collect::<Vec<_>>();
        let names = hands.iter().map(|(_, by)| by.text.clone()).collect::<Vec<_>>();
        let sow = hands.iter().map(|(house, by)| format!("{} from {house}", by.text)).collect::<Vec<_>>();
        let how = self.manner(options, None, true);
        let first = names.first().cloned().unwrap_or_default();
        let text = format!(
            "{} sow in step, seed by seed, {first} first: {}, one by one {how}",
            join(&names, "and"),
            join(&sow, "and")
        );
        let mut parts = vec![Part::Said(self.said(text, span))];
        let apart =
            "what follows is said of each of the two hands by itself; a hand that has ended waits for the other";
        parts.push(Part::Said(self.said(apart, span)));
        // Within a hand, the player who sows it is the mover: he is spoken of, not to.
        let voice = std::mem::replace(&mut self.voice, Voice::Mover);
        let named = std::mem::replace(&mut self.names_mover, false);
        self.in_hands = true;
        let judged = self.judged(body, "when the last seed of a lap has fallen", span);
        self.in_hands = false;
        if std::mem::replace(&mut self.names_mover, named) {
            let who = "the mover means the player who sows that hand";
            parts.push(Part::Said(self.said(who, span)));
        }
        self.voice = voice;
        parts.extend(judged);
        parts.push(Part::Said(self.said(
            "when both hands have ended, the sowing is over; what is said of it later is said of the first hand",
            span,
        )));
        parts
    }

    pub(super) fn relay(&mut self, from: Option<&Expr>, options: &SowOptions, span: Span) -> Part {
        let lift = self.act(None, "lift");
        let house = from.map_or_else(|| "the last house".to_owned(), |house| self.noun(house).text);
        let what = self.what(&house, options);
        let how = self.manner(options, Some(&house), false);
        let how = if how.is_empty() { how } else { format!(", {how}") };
        let sow = if lift == "lift" { "sow" } else { "sows" };
        Part::Said(self.said(format!("{lift} {what} and {sow} them in a new lap{how}"), span))
    }

    pub(super) fn each_drop(&mut self, body: &Block, span: Span) -> Part {
        let depth = self.live.len();
        // The first statement hands the house to the body; it is no words of the author.
        let mut statements = body.statements.iter();
        if let Some(StmtKind::Let { local, .. }) = statements.next().map(|stmt| &stmt.kind) {
            self.bind(*local, Role::Dropped);
        }
        let lead = self.said("whenever a seed has fallen in a house, at once", span);
        let body = statements.flat_map(|stmt| self.statement(stmt)).collect::<Vec<_>>();
        self.live.truncate(depth);
        under(lead, ": ", body)
    }
}
