/** What is not in the sums above it. */
export function DeliveryAndTax() {
  return <p className="mt-3 text-ink-soft">Delivery and tax are not included.</p>
}
