import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The table's place without rows: the shelf is empty (`none`), or nothing matches. */
export function NoProducts({ none, onShowAll }: { none: boolean; onShowAll: () => void }) {
  if (none)
    return (
      <EmptyState title="The shelf is empty" text="What you add can be ordered at once.">
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
