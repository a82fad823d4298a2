//! In: a fault and the machine as it stood. Out: how play came there: the calls, the laps, the section. Never here: playing.
use super::Machine;
use crate::event::site_name;
use crate::fault::{Fault, Step};
use crate::tables::Prepared;
use mcl_lang::bytecode::{FrameKind, words};

impl Machine {
    /// Tells a fault how play came to it.
    #[cold]
    pub(super) fn explain(&self, program: &Prepared, fault: &mut Fault) {
        let mut laps_told = false;
        let mut next = program.frame_of.get(self.at).copied().flatten();
        while let Some(frame) = next.and_then(|frame| program.frames.get(usize::from(frame))) {
            match &frame.kind {
                FrameKind::Section(name) => fault.section.clone_from(name),
                FrameKind::Def(name) => {
                    fault.trace.push(Step { text: format!("`{name}` is called here"), span: frame.span });
                }
                // Only the innermost laps are under way; those outside stand still.
                FrameKind::Laps if !laps_told => {
                    laps_told = true;
                    let text = format!("in lap {}{}", self.reg(words::LAP), self.origin_named(program));
                    fault.trace.push(Step { text, span: frame.span.first(4) });
                }
                FrameKind::Laps => {}
            }
            next = frame.outer;
        }
    }

    fn origin_named(&self, program: &Prepared) -> String {
        let origin = u8::try_from(self.reg(words::ORIGIN)).ok();
        let origin = origin.filter(|site| usize::from(*site) < program.layout.sites.len());
        origin.map_or_else(String::new, |site| format!(", from {}", site_name(program, site)))
    }
}
