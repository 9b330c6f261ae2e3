/** The account of a demo email. */
export function subjectOf(subjects: Map<string, string>, email: string): string {
  const subject = subjects.get(email)
  if (!subject) throw new Error(`The demo data name an unknown person: ${email}`)
  return subject
}
