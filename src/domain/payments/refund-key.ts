/** What the card provider knows an attempt of a refund by. */
export function refundKey({ id, attempt }: { id: string; attempt: number }): string {
  return `${id}-${attempt}`
}
