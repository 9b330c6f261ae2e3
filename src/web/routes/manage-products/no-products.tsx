import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The empty state: no products at all (`none`), or none that match. */
export function NoProducts({ none, onShowAll }: { none: boolean; onShowAll: () => void }) {
  if (none)
    return (
      <EmptyState title="No products yet" text="What you add can be ordered at once.">
        <LinkButton variant="primary" to="/dashboard/addProduct">
          Add A Product
        </LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState
      title="No product matches"
      text="Search for part of a name, a brand, a category or a part number, or choose another filter."
    >
      <Button onClick={onShowAll}>Show all products</Button>
    </EmptyState>
  )
}
