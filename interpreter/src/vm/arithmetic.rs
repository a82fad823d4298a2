//! In: registers and cells. Out: numbers, or a fault where there is none. Never here: sites.
use super::Machine;
use crate::fault::{Fault, FaultKind};
use crate::state::State;
use crate::tables::Prepared;
use mcl_lang::bytecode::{Math, Reg};

impl Machine {
    pub(super) fn math(
        &mut self,
        program: &Prepared,
        op: Math,
        to: Reg,
        left: Reg,
        right: Reg,
    ) -> Result<(), Box<Fault>> {
        let (left, right) = (self.reg(left), self.reg(right));
        let value = match op {
            Math::Add => left.checked_add(right),
            Math::Sub => left.checked_sub(right),
            Math::Mul => left.checked_mul(right),
            Math::Min => Some(left.min(right)),
            Math::Max => Some(left.max(right)),
            Math::Div | Math::Rem if right == 0 => return Err(self.fault(program, FaultKind::DivisionByZero)),
            Math::Div => left.checked_div(right),
            Math::Rem => left.checked_rem(right),
        };
        match value {
            Some(value) => self.set(to, value),
            None => return Err(self.fault(program, FaultKind::Overflow)),
        }
        Ok(())
    }

    pub(super) fn load(&mut self, state: &State, to: Reg, cell: usize) {
        let value = state.cells().get(cell).copied().unwrap_or(0);
        self.set(to, value);
    }

    pub(super) fn store(&mut self, state: &mut State, cell: usize, from: Reg) {
        let value = self.reg(from);
        if let Some(cell) = state.cells_mut().get_mut(cell) {
            *cell = value;
        }
    }

    /// The cell of a player in a row of cells.
    pub(super) fn row(&self, cell: usize, index: Reg) -> usize {
        cell + usize::try_from(self.reg(index)).unwrap_or(0)
    }

    /// The register of a player in a row of registers.
    pub(super) fn bank(&self, base: Reg, index: Reg, count: u8) -> usize {
        let index = usize::try_from(self.reg(index)).unwrap_or(0).min(usize::from(count.max(1)) - 1);
        (usize::from(base.0) + index) & 255
    }
}
