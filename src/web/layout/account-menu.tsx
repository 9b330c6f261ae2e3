import { Link } from 'react-router'
import * as paths from '#paths.ts'
import { problemText } from '../api-problem.ts'
import type { SessionUser } from '../session/session-store.ts'
import { signOut } from '../session/session.ts'
import { Menu, menuItemClasses } from '../ui/menu.tsx'
import { toastError } from '../ui/toast-store.ts'

/** The user's initial; opens a menu with name, email, dashboard and Logout. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const name = user.name || user.email
  return (
    <Menu
      label={`Account of ${name}`}
      trigger={
        <span className="flex size-9 items-center justify-center rounded-full bg-action font-display text-xl text-action-ink uppercase">
          {/* Not name[0], which may be half a character. */}
          {Array.from(name)[0]}
        </span>
      }
    >
      <div className="max-w-64 border-b border-line px-3 pt-1 pb-2.5">
        <p className="font-semibold wrap-anywhere">{user.name}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">{user.email}</p>
      </div>
      <Link to={paths.profile} className={menuItemClasses}>
        My Profile
      </Link>
      <Link to={paths.myOrders} className={menuItemClasses}>
        My Orders
      </Link>
      <Link to={paths.garage} className={menuItemClasses}>
        My Garage
      </Link>
      <button
        type="button"
        data-closes
        className={menuItemClasses}
        onClick={() =>
          signOut().catch((error: unknown) => toastError(problemText(error), { about: 'session' }))
        }
      >
        Logout
      </button>
    </Menu>
  )
}
