import { Link, useNavigate } from 'react-router'

/** The page of every unknown address (S33, B34). */
export function NotFound() {
  const navigate = useNavigate()
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <div className="wrap grid items-center gap-8 py-12 md:grid-cols-2">
      <div>
        <title>Page Not Found | Reflute</title>
        <h1>Page Not Found</h1>
        <p className="my-4 max-w-lead text-ink-2">
          This box is empty: there is no page at this address. It may have moved, or the link was mistyped.
        </p>
        <p className="flex flex-wrap gap-3">
          <Link to="/" className="button">
            Back to Home
          </Link>
          <button type="button" className="button hollow" onClick={goBack}>
            Go Back
          </button>
        </p>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="frame w-full" />
    </div>
  )
}
