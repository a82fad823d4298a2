//! In: a code. Out: its page, or a list of all. Never here: what a page says.
use crate::args::ExplainArgs;
use crate::console::Console;
use crate::report;
use crate::stop::{Status, Stop};
use mcl_lang::diagnostic::Code;
use mcl_lang::diagnostic::pages::{Page, page, pages};

/// Columns of a page.
const WIDTH: usize = 80;
/// Codes that are named when there is none like this.
const NEAREST: usize = 3;

/// `mcl explain`
pub(crate) fn run(args: &ExplainArgs, console: &mut Console) -> Result<Status, Stop> {
    let Some(written) = &args.code else {
        for Page { code, title, .. } in pages() {
            writeln!(console.out, "{}  {title}", report::bold(console.paint_out, &code.to_string()))?;
        }
        return Ok(Status::Good);
    };
    let code = read(written).ok_or_else(|| {
        Stop::Unusable(format!(
            "`{written}` is not a code\n  help: write it as messages do, MCL0204, or only its number"
        ))
    })?;
    let page = page(code).ok_or_else(|| Stop::Wrong(unknown(code)))?;
    writeln!(console.out, "{}", report::bold(console.paint_out, &format!("{code}: {}", page.title)))?;
    console.out.write_all(plain(page.text).as_bytes())?;
    Ok(Status::Good)
}

/// `MCL0204`, `mcl0204`, `0204`, `204`.
fn read(written: &str) -> Option<Code> {
    let small = written.to_lowercase();
    let digits = small.strip_prefix("mcl").unwrap_or(&small);
    let whole = !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| whole).map(Code)
}

fn unknown(code: Code) -> String {
    let mut near = pages().map(|page| (page.code.0.abs_diff(code.0), page)).collect::<Vec<_>>();
    near.sort_by_key(|(far, page)| (*far, page.code));
    let near = near.iter().take(NEAREST).map(|(_, page)| format!("\n    {}  {}", page.code, page.title));
    format!("there is no code {code}\n  help: `mcl explain` lists them; near it are{}", near.collect::<String>())
}

/// A page without its marks: paragraphs as wide as a terminal, examples set in.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if inside {
            text += format!("    {line}").trim_end();
            text.push('\n');
        } else if !line.starts_with("<!--") {
            text += &wrapped(line);
            text.push('\n');
        }
    }
    text.trim_end().to_owned() + "\n"
}

/// A paragraph broken between words.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split(' ') {
        let width = word.chars().count();
        if column > 0 {
            let breaks = column + 1 + width > WIDTH;
            text.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        text.push_str(word);
        column += width;
    }
    text
}
