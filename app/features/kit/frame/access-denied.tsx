import { Link } from 'react-router'

/** In place of a screen that the guard let somebody into and the server does not: rights may have gone since. */
export function AccessDenied() {
  return (
    <div role="alert">
      <h1>Access Denied</h1>
      <p className="my-4 max-w-lead text-ink-2">You don't have permission to access this page.</p>
      <Link to="/" className="button">
        Back to Home
      </Link>
    </div>
  )
}
