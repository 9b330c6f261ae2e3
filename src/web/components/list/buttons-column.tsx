import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { actionsColumn, type Column } from '../../ui/table.tsx'

/** A button of a row. `name`: the accessible name, which also names the row. */
type RowButton = { label: string; name: string; variant?: ButtonVariant; onPress: () => void }

/** The column of each row's buttons. A text says why a row lacks a button. */
export function buttonsColumn<Row>(
  buttonsOf: (row: Row) => readonly (RowButton | string)[],
  more?: Parameters<typeof actionsColumn<Row>>[1],
): Column<Row> {
  const cell = (row: Row) => {
    const buttons = buttonsOf(row)
    return (
      <span
        className={classNames(
          'flex flex-wrap items-center gap-2 md:justify-end md:text-right',
          buttons.length > 1 && 'max-md:mt-1',
        )}
      >
        {buttons.map((button) =>
          typeof button === 'string' ? (
            <span key={button} className="text-sm text-ink-soft">
              {button}
            </span>
          ) : (
            <Button
              key={button.label}
              size="sm"
              variant={button.variant}
              className="whitespace-nowrap"
              onClick={button.onPress}
              aria-label={button.name}
            >
              {button.label}
            </Button>
          ),
        )}
      </span>
    )
  }
  return actionsColumn(cell, more)
}
