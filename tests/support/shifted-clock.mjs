// node --import …/shifted-clock.mjs: this process's wall clock is CLOCK_SHIFT_MS off. Its monotonic clock and the database's are right.
const shift = Number(process.env.CLOCK_SHIFT_MS)
const RightDate = Date

globalThis.Date = class Date extends RightDate {
  /** @param {unknown[]} given as to Date. */
  constructor(...given) {
    // @ts-expect-error Date's own overloads take no list of unknown length.
    super(...(given.length === 0 ? [RightDate.now() + shift] : given))
  }

  static now() {
    return RightDate.now() + shift
  }
}
