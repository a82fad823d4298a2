//! In: a seed. Out: numbers, the same on every machine. Never here: time or chance.

/// xorshift64*: cheap, good enough for play, the same everywhere.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator from a seed.
    ///
    /// ```
    /// let mut rng = mcl_interpreter::search::Rng::new(42);
    /// assert!(rng.below(6) < 6);
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_bits(&mut self) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let product = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D);
        u32::try_from(product >> 32).unwrap_or(0)
    }

    /// A number below `n`, by multiply and shift; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let wide = (u64::from(self.next_bits()) * (n as u64)) >> 32;
        usize::try_from(wide).unwrap_or(0)
    }
}
