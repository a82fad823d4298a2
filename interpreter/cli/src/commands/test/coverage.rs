//! In: rule files compiled with their clauses marked, and games played of them. Out: which clauses were used. Never here: playing, printing.
use super::told::Covered;
use crate::findings::Place;
use mcl_interpreter::Game;
use mcl_lang::Build;
use mcl_lang::source::{FileId, Source, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};

/// The clauses of the files that are tested, and those that were used, of whichever files.
#[derive(Default)]
pub(super) struct Coverage {
    /// By the name of the file.
    files: BTreeMap<String, Vec<Clause>>,
    /// The name of the file and the byte where the clause begins.
    used: BTreeSet<(String, u32)>,
    /// Where the answers to readings are written, by file, reading and answer.
    answers: BTreeMap<(String, String, String), u32>,
}

struct Clause {
    span: Span,
    /// With the first line of it as text.
    place: Place,
}

impl Coverage {
    /// Enters the clauses of a file, but not those it inherits.
    pub(super) fn enter(&mut self, build: &Build) {
        let Some(source) = build.sources.get(FileId(0)) else { return };
        let own = build.clauses.iter().filter(|span| span.file == FileId(0));
        let clauses = own.filter_map(|span| {
            let text = source.slice(*span).lines().next().unwrap_or_default();
            Some(Clause { span: *span, place: Place::of(&build.sources, *span, text)? })
        });
        let mut clauses = clauses.collect::<Vec<_>>();
        // Readings of a library are its own.
        for answer in build.answers.iter().filter(|answer| answer.span.file == FileId(0)) {
            let text = format!("{} = {}", answer.reading, answer.answer);
            clauses
                .extend(Place::of(&build.sources, answer.span, &text).map(|place| Clause { span: answer.span, place }));
            let named = (source.name().to_owned(), answer.reading.clone(), answer.answer.clone());
            self.answers.insert(named, answer.span.start);
        }
        clauses.sort_by_key(|clause| (clause.span.start, std::cmp::Reverse(clause.span.end)));
        if build.program.is_some() {
            self.files.insert(source.name().to_owned(), clauses);
        }
    }

    /// Whether anybody wants to know.
    pub(super) fn is_wanted(&self) -> bool {
        !self.files.is_empty()
    }

    /// The game, watched if anybody wants to know.
    pub(super) fn watched(&self, game: Game) -> Game {
        if self.is_wanted() { game.watched() } else { game }
    }

    /// Notes what was used of a game; a base game's clauses count for the file they are written in.
    pub(super) fn note(&mut self, game: &Game, sources: &Sources) {
        for mark in game.used() {
            if let Some(source) = sources.get(mark.file) {
                self.used.insert((source.name().to_owned(), mark.start));
            }
        }
        for reading in &game.program().readings {
            let (file, answer) = (sources.get(reading.span.file), reading.labels.get(reading.chosen));
            let (Some(file), Some(answer)) = (file.map(Source::name), answer) else { continue };
            let named = (file.to_owned(), reading.name.clone(), answer.clone());
            self.used.extend(self.answers.get(&named).map(|start| (file.to_owned(), *start)));
        }
    }

    /// How much of each file was used, and whether it is enough.
    pub(super) fn told(&self, least: Option<u8>) -> Vec<Covered> {
        self.files.iter().map(|(file, clauses)| self.of_file(file, clauses, least.map_or(0, usize::from))).collect()
    }

    fn of_file(&self, file: &str, clauses: &[Clause], least: usize) -> Covered {
        let is_used = |clause: &&Clause| self.used.contains(&(file.to_owned(), clause.span.start));
        let used = clauses.iter().filter(is_used).count();
        let mut unused: Vec<&Clause> = Vec::new();
        for clause in clauses.iter().filter(|clause| !is_used(clause)) {
            // They come in order, so that what encloses a clause stands just before it.
            if unused.last().is_none_or(|outer| outer.span.end < clause.span.end || outer.span.end <= clause.span.start)
            {
                unused.push(clause);
            }
        }
        let percent = (used * 100).checked_div(clauses.len()).unwrap_or(100);
        Covered {
            file: file.to_owned(),
            clauses: clauses.len(),
            used,
            percent,
            enough: used * 100 >= least * clauses.len(),
            unused: unused.into_iter().map(|clause| clause.place.clone()).collect(),
        }
    }
}
