/** The day of this browser, as "2026-11-21": Canada writes dates as ISO does. */
export const today = () => new Intl.DateTimeFormat('en-CA').format()
