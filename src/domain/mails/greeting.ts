/** Words before a name that are no part of it. */
const TITLE = /^(?:dr|prof|mr|mrs|ms|miss|mx|sir|rev|hon|capt|sgt)\.?$/i

/** Words after a name and a comma that are no first name. */
const SUFFIX = /^(?:jr|sr|i{2,3}|iv|md|phd|esq)\b/i

/** A first name in Latin letters: "Casey", "José", "Jean-Luc", "D'Arcy"; no initial, no "Bob's". */
const FIRST_NAME = /^(?!.*['’]s$)\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]+$/u

/**
 * How an email greets a person: by the first name where it is clear which one that is, otherwise by the
 * whole name as the person wrote it, as scripts other than Latin often begin with the family name.
 * @param name of the account; '' when it is unknown or must not be shown.
 */
export function greetingOf(name: string): string {
  const whole = name.trim().replaceAll(/\s+/gu, ' ')
  if (whole === '' || whole.includes('@')) return 'Hello,'
  const [last = '', given = ''] = whole.split(/, ?/, 2)
  // "Miller, Ada"
  const isTurned = given !== '' && !SUFFIX.test(given)
  const words = (isTurned ? given : last).split(' ')
  const names = words.slice(words.findIndex((word) => !TITLE.test(word)))
  const [first = ''] = names
  // "Dr. Miller" has no first name.
  const isFamilyName = !isTurned && names.length === 1 && words.length > 1
  return `Hi ${FIRST_NAME.test(first) && !isFamilyName ? first : whole},`
}
