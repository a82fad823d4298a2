//! In: what no corpus file can hold: bytes, endless texts, enormous numbers. Out: whether each is refused, at a place, within a second. Never here: wording.
use crate::{Verdict, corpus, fail, games, render, shelf};
use libtest_mimic::{Failed, Trial};
use mcl_interpreter::{Game, Match, record};
use mcl_lang::diagnostic::Diagnostic;
use mcl_lang::loader::NoFiles;
use mcl_lang::parse::scan::LARGEST_FILE;
use mcl_lang::source::{FileId, Source, Sources};
use mcl_lang::{compile, compile_tests, decode};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What a person will wait for; a build that watches itself, on a busy machine, may take longer.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 3 } else { 1 });

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        Trial::test("bad_input: bytes", bytes),
        Trial::test("bad_input: files too large", too_large),
        Trial::test("bad_input: thousands of names that nothing bears", unknown_names),
        Trial::test("bad_input: settings", settings),
        Trial::test("bad_input: positions and moves", positions),
        Trial::test("bad_input: records", records),
        Trial::test("bad_input: more seeds than a site holds", too_many_seeds),
        Trial::test("bad_input: a program too large", too_complex),
        Trial::test("bad_input: every piece of a game", every_piece),
        Trial::test("bad_input: every broken file, broken once more", every_broken_file),
        Trial::test("bad_input: every game with a byte missing", every_byte),
    ];
    trials.extend(LONG.iter().map(|(name, head, again, tail)| {
        Trial::test(format!("bad_input: as much as is read of {name}"), move || long(head, again, tail))
    }));
    trials
}

/// One piece of a file again and again, up to the size that is still read.
const LONG: [(&str, &str, &str, &str); 24] = [
    ("opening braces", "", "{", ""),
    ("opening parentheses", "game \"x\" { turn { n = ", "(", ""),
    ("opening brackets", "", "[", ""),
    ("closing braces", "", "}", ""),
    ("pairs of braces", "game \"x\" { turn { ", "{}", " } }"),
    ("line ends", "game \"x\" {", "\n", "}"),
    ("line ends and blanks", "game \"x\" {", " \n", "}"),
    ("line ends in an expression", "game \"x\" { turn { n = 1 +", "\n", "1 } }"),
    ("comments", "game \"x\" {\n", "-- so\n", "}"),
    ("one comment", "-- ", "so ", ""),
    ("one text", "game \"", "so ", "\" { }"),
    ("one word", "", "a", ""),
    ("one number", "game \"x\" { setup { fill ", "9", " } }"),
    ("signs", "game \"x\" { turn { n = ", "- ", "1 } }"),
    ("nots", "game \"x\" { turn { n = ", "not ", "true } }"),
    ("a sum", "game \"x\" { turn { n = 1", " + 1", " } }"),
    ("a comparison", "game \"x\" { turn { n = 1", " < 1", " } }"),
    ("members", "game \"x\" { turn { n = last", ".next", " } }"),
    ("conditions", "game \"x\" { turn { ", "if ", " } }"),
    ("cases", "game \"x\" { turn {\n", "when a -> b\n", "} }"),
    ("statements", "game \"x\" { turn {\n", "let a = 1\n", "} }"),
    ("statements that are none", "game \"x\" { turn {\n", "sing a song\n", "} }"),
    ("sections", "game \"x\" {\n", "setup { fill 4 }\n", "}"),
    ("strange characters", "", "\u{1f600}", ""),
];

fn long(head: &str, again: &str, tail: &str) -> Verdict {
    let text = format!("{head}{}{tail}", again.repeat((LARGEST_FILE - head.len() - tail.len()) / again.len()));
    refused(&text)
}

/// Each of them could be a slip for any of the names that are there.
fn unknown_names() -> Verdict {
    let lets = (0..6_000).map(|at| format!("let a{at}=b{at}\n")).collect::<String>();
    refused(&around("rows 2; houses 6; stores", "fill 4", &lets))?;
    let calls = (0..3_000).map(|at| format!("c{at}(1)\n")).collect::<String>();
    let defs = (0..3_000).map(|at| format!("def d{at}(n: Int) = n\n")).collect::<String>();
    refused(&format!("game \"x\" {{ {defs} turn {{ {calls} }} }}"))
}

/// A text that is no game is refused in time, at a place that is in it.
fn refused(text: &str) -> Verdict {
    let source = Source::new("bad.mcl", text);
    let (begun, (send, receive)) = (Instant::now(), mpsc::channel());
    // Left alone if it does not come back.
    thread::spawn(move || drop(send.send(compile(source, &NoFiles, &[]))));
    let Ok(build) = receive.recv_timeout(4 * PATIENCE) else { return fail("it does not come back, or panics") };
    in_time(begun)?;
    let errors = build.diagnostics.iter().filter(|found| found.is_error()).cloned().collect::<Vec<_>>();
    located(&errors, &build.sources)
}

/// Tries all of them and tells every failure.
fn each<T>(them: impl IntoIterator<Item = T>, holds: impl FnMut(T) -> Verdict) -> Verdict {
    let failures = them.into_iter().map(holds).filter_map(Result::err);
    let failures = failures.map(|why| why.message().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    if failures.is_empty() { Ok(()) } else { fail(failures.join("\n")) }
}

fn in_time(begun: Instant) -> Verdict {
    let taken = begun.elapsed();
    if taken > PATIENCE { fail(format!("it takes {taken:?}")) } else { Ok(()) }
}

/// There are errors, not without number, and each speaks of a place in its file.
fn located(errors: &[Diagnostic], sources: &Sources) -> Verdict {
    if errors.is_empty() {
        return fail("nothing is reported");
    }
    if errors.len() > 200 {
        return fail(format!("{} errors are more than anybody reads", errors.len()));
    }
    for error in errors {
        let Some(source) = sources.get(error.span().file) else { return fail(format!("no file: {error:?}")) };
        let (start, end) = (error.span().start as usize, error.span().end as usize);
        if start > end || source.text().get(start..end).is_none() {
            return fail(format!("a place that is none: {error:?}"));
        }
    }
    Ok(())
}

// -------------------------------------------------------------------------------------------------------------- files

fn bytes() -> Verdict {
    let texts = [
        "",
        "\n",
        "\u{feff}",
        "   \n\t\n",
        "\0",
        "\u{7f}ELF\u{1}\u{2}\0\0",
        "\r\r\r",
        "--",
        "--\n",
        "\"",
        "{",
        "}",
        ";",
        "game",
    ];
    each(texts, |text| refused(text).map_err(|why| format!("{text:?}: {}", why.message().unwrap_or_default()).into()))?;
    let bytes: [&[u8]; 6] =
        [b"game \"caf\xe9\" { }", b"\xff\xfe", b"\x80", b"\n\n\n\xc3", &[0xe0, 0x80, 0x80], &[0xf0; 1000]];
    each(bytes, no_text)?;
    place_of_the_byte()
}

fn no_text(bytes: &[u8]) -> Verdict {
    let begun = Instant::now();
    let Err(found) = decode("bad.mcl", bytes) else { return fail(format!("{bytes:?} is taken for UTF-8")) };
    in_time(begun)?;
    if found.1.code.0 == 2 {
        located(std::slice::from_ref(&found.1), &found.0)
    } else {
        fail(format!("{}, not MCL0002", found.1.code))
    }
}

/// The byte that is not UTF-8 is shown where it stands, behind what could be read of its line.
fn place_of_the_byte() -> Verdict {
    let Err(found) = decode("bad.mcl", b"game \"one\" {\n  -- caf\xe9\n}") else { return fail("taken for UTF-8") };
    let place = found.0.locate(found.1.span());
    if place == "bad.mcl:2:9" { Ok(()) } else { fail(render::one(&found.1, &found.0)) }
}

fn too_large() -> Verdict {
    each(
        ["[".repeat(10_000_000), "{".repeat(10_000_000), "(".repeat(10_000_000), " ".repeat(LARGEST_FILE + 1)],
        |text| refused(&text),
    )
}

/// Any game cut off anywhere, and any game beginning anywhere, is refused in time or accepted, and never at a place that is none.
fn every_piece() -> Verdict {
    for (name, text) in mcl_stdlib::GAMES {
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(7) {
            for piece in [&text[..at], &text[at..]] {
                sound(name, piece)?;
            }
        }
    }
    Ok(())
}

/// The cases of `check`, with three bytes missing here and there.
fn every_broken_file() -> Verdict {
    for folder in corpus::entries(&corpus::tests().join("check")) {
        for file in corpus::files(&folder, "mcl") {
            let text = corpus::read(&file)?;
            let whole = |at: &usize| text.is_char_boundary(*at) && text.is_char_boundary(*at + 3);
            for at in (0..text.len() - 3).step_by(13).filter(whole) {
                sound("broken.mcl", &format!("{}{}", &text[..at], &text[at + 3..]))?;
            }
        }
    }
    Ok(())
}

fn every_byte() -> Verdict {
    for (name, text) in mcl_stdlib::GAMES {
        let game = text.split("\ntest ").next().unwrap_or(text);
        for (at, letter) in game.char_indices() {
            sound(name, &format!("{}{}", &game[..at], &game[at + letter.len_utf8()..]))?;
        }
    }
    Ok(())
}

/// Whatever it is, it is read in time, and what is said of it has a place and can be drawn.
fn sound(name: &str, text: &str) -> Verdict {
    let begun = Instant::now();
    let build = compile_tests(Source::new(name, text), &shelf::Shelf::library(), &[]);
    in_time(begun).map_err(|why| Failed::from(format!("{}:\n{text}", why.message().unwrap_or_default())))?;
    if build.program.is_none() && !build.diagnostics.iter().any(Diagnostic::is_error) {
        return fail(format!("no game and no error:\n{text}"));
    }
    if !build.diagnostics.is_empty() {
        located(&build.diagnostics, &build.sources)
            .map_err(|why| Failed::from(format!("{}:\n{text}", why.message().unwrap_or_default())))?;
    }
    render::all(&build.diagnostics, &build.sources);
    Ok(())
}

// ----------------------------------------------------------------------------------------------------------- settings

fn settings() -> Verdict {
    let bad = [
        ("start", "0"),
        ("start", "13"),
        ("start", "99999999999"),
        ("start", "many"),
        ("start", ""),
        ("start", "{1"),
        ("start", "4 4"),
        ("", "4"),
        ("none", "4"),
        ("lone_seed", "perhaps"),
        ("lone_seed", "1"),
        ("start", "\u{ff14}"),
    ];
    each(bad, |(name, value)| {
        let build = shelf::build("kalah", &[(name.to_owned(), value.to_owned())]);
        if build.program.is_some() {
            return fail(format!("{name}={value} is taken"));
        }
        if build.diagnostics.len() > 1 || build.diagnostics.iter().any(|found| found.span().file == FileId(0)) {
            return fail(format!("{name}={value}:\n{}", render::all(&build.diagnostics, &build.sources)));
        }
        located(&build.diagnostics, &build.sources)
    })
}

// -------------------------------------------------------------------------------------------------- positions, records

/// Texts that are no position of a board of two rows of six.
const NO_POSITIONS: [&str; 22] = [
    "",
    " ",
    "South",
    "4 4 4 4 4 4",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 4 South",
    "4 4 4 4 4 4 / 4 4 4 4 4 East",
    "65536 0 0 0 0 0 / 0 0 0 0 0 0 South",
    "60000 60000 0 0 0 0 / 0 0 0 0 0 0 South",
    "-1 4 4 4 4 4 / 4 4 4 4 4 4 South",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South South",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 West",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South pending 99:0:",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South pending 0:9:",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South pending",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South round 0",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South round 70000",
    "4 4 4 4 4 4 / 4 4 4 4 4 4 South vars x=3",
    "{",
    "{}",
    "{\"seeds\": {\"A\": -1}}",
    "{\"seeds\": {\"Q\": 1}}",
    "\u{ff14} 4 4 4 4 4 / 4 4 4 4 4 4 South",
];

/// Texts that are no turn at the start of Kalah.
const NO_MOVES: [&str; 14] = [
    "G",
    "g",
    "0",
    "7",
    "99999999999999999999",
    "/ / x",
    "A A A A",
    "\u{ff21}",
    "A\0",
    "[",
    "*A",
    "4A:3b",
    "3A",
    "1A:2\u{3000}",
];

fn positions() -> Verdict {
    let game = games::game("kalah", &[])?;
    let mut play = started(&game)?;
    let long = "4 ".repeat(500_000);
    each(NO_POSITIONS.into_iter().chain([&*long]), |text| refuses(&mut play, text, |play| play.set_position(text)))?;
    let long = "A ".repeat(500_000);
    each(NO_MOVES.into_iter().chain([&*long]), |text| refuses(&mut play, text, |play| play.play_text(text)))
}

fn started(game: &Game) -> Result<Match, Failed> {
    Match::new(game).map_err(|fault| fault.to_string().into())
}

/// A text is refused in time, at a place that is in it, and the match stands as it stood.
fn refuses(
    play: &mut Match,
    text: &str,
    order: impl Fn(&mut Match) -> Result<(), mcl_interpreter::TextError>,
) -> Verdict {
    let (begun, before) = (Instant::now(), play.position());
    let shown = text.get(..40).unwrap_or(text).to_owned();
    let Err(error) = order(play) else { return fail(format!("`{shown}` is taken for `{}`", play.position())) };
    if text.get(error.at.clone()).is_none() {
        return fail(format!("`{shown}`: a place that is none: {error:?}"));
    }
    if play.position() != before {
        return fail(format!("`{shown}` is refused and changes the position"));
    }
    in_time(begun).map_err(|why| format!("`{shown}`: {}", why.message().unwrap_or_default()).into())
}

fn records() -> Verdict {
    let game = games::game("kalah", &[])?;
    let bad = [
        "",
        "\n\n",
        "[",
        "[Game",
        "[Game \"kalah",
        "{",
        "{ open",
        "[Game \"kalah\"]\nA a\n[Game \"kalah\"]",
        "A a Q",
        "[Start \"4 4\"]\nA",
        "A [position \"1 1\"]",
        "A [printed",
        "[slip",
        "A\n[unheard of]",
        "A [Result \"1-1\"]",
        "[Result \"1-1\"]\nA a",
        "A\n[position \"4 4 4 4 4 4 / 4 4 4 4 4 4 South\"]\na",
        "A\0",
        "\u{ff21}",
        "A 4b a",
        "[]",
        "[ ]",
        "\"",
        "]",
    ];
    let long = [
        "A ".repeat(500_000),
        "{".repeat(1_000_000),
        "[".repeat(1_000_000),
        "[x] ".repeat(200_000),
        "{}".repeat(500_000) + "Q",
    ];
    each(bad.iter().map(|text| (*text).to_owned()).chain(long), |text| {
        let begun = Instant::now();
        let shown = text.get(..40).unwrap_or(&text);
        let Err(error) = record::parse(&text).and_then(|record| record::replay(&game, &record)) else {
            return fail(format!("`{shown}` is replayed"));
        };
        if text.get(error.at.clone()).is_none() {
            return fail(format!("`{shown}`: a place that is none: {error:?}"));
        }
        in_time(begun).map_err(|why| format!("`{shown}`: {}", why.message().unwrap_or_default()).into())
    })
}

// -------------------------------------------------------------------------------------------------------------- sizes

fn around(board: &str, setup: &str, turn: &str) -> String {
    format!(
        "game \"x\" {{\n board {{ {board} }}\n setup {{ {setup} }}\n turn {{ choose h in own where h.seeds > 0; {turn} }}\n end {{ when stuck -> each captures own }}\n winner most store\n}}\n"
    )
}

/// Each site may hold 65,535 and the board no more; one more is a fault at the clause that brings it in.
fn too_many_seeds() -> Verdict {
    let most = around("rows 2; houses 1; stores", "put 65535 in A", "sow h");
    let game = compile(Source::new("x.mcl", &most), &NoFiles, &[]).program.ok_or("65,535 seeds are refused")?;
    let mut play = started(&Game::new(game).map_err(|broken| broken.to_string())?)?;
    for _ in 0..100 {
        let choice = play.choices().first().copied().ok_or("nothing to play")?;
        play.play(choice).map_err(|fault| fault.to_string())?;
    }
    for setup in [
        "fill 65535",
        "put 65535 in A; put 1 in A",
        "put 65535 in A; put 1 in a",
        "repeat 100000 { put 1 in A }",
        "put 40000 in A; put 40000 in a",
    ] {
        let begun = Instant::now();
        let program = compile(Source::new("x.mcl", &around("rows 2; houses 1; stores", setup, "sow h")), &NoFiles, &[])
            .program
            .ok_or(setup)?;
        match Match::new(&Game::new(program).map_err(|broken| broken.to_string())?) {
            Ok(play) => return fail(format!("`{setup}` gives {}", play.position())),
            Err(fault) if fault.diagnostic().code.0 == 9999 || fault.span.end == 0 => {
                return fail(format!("`{setup}`: {fault:?}"));
            }
            Err(_) => in_time(begun)?,
        }
    }
    refused(&around("rows 2; houses 10000; stores", "fill 4", "sow h"))
}

/// A well-formed game that needs more code than the machine has.
fn too_complex() -> Verdict {
    let names = (0..400).map(|number| format!("let n{number} = h.seeds + {number}; ")).collect::<String>();
    let sum = (0..400).map(|number| format!(" + n{number}")).collect::<String>();
    refused(&around("rows 2; houses 6; stores", "fill 4", &format!("{names} sow h; if 0{sum} > 5 {{ again }}")))?;
    let many = |count: u32, line: &dyn Fn(u32) -> String| (0..count).map(line).collect::<String>();
    let marks = many(300, &|number| format!("mark m{number}\n"));
    let variables = many(300, &|number| format!("v{number}: Int = 0 per match\n"));
    let musts = many(70, &|number| format!("must h.seeds > {number} if possible\n"));
    let game = |sections: &str, musts: &str| {
        format!(
            "game \"x\" {{ {sections}\n board {{ rows 2; houses 6; stores }}\n setup {{ fill 4 }}\n \
             turn {{ choose h in own where h.seeds > 0\n {musts} sow h }}\n \
             end {{ when stuck -> each captures own }}\n winner most store }}"
        )
    };
    each([game(&marks, ""), game(&format!("state {{ {variables} }}"), ""), game("", &musts)], |text| {
        let build = compile(Source::new("bad.mcl", &text), &NoFiles, &[]);
        let errors = build.diagnostics.iter().filter(|found| found.is_error()).cloned().collect::<Vec<_>>();
        located(&errors, &build.sources)?;
        let told = errors.iter().all(|found| found.code.0 == 591 && found.span().end > 0);
        if told { Ok(()) } else { fail(format!("{errors:?}")) }
    })
}
