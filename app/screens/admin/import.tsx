import { Link } from 'react-router'
import { CatalogImport } from '#app/features/catalog/imports/catalog-import.tsx'

/** Import of products for every business. */
export default function ImportScreen() {
  return <CatalogImport side="staff" denied={<Denied />} />
}

/** Message for users whom the guard lets in and the import does not: super admins, unless the settings say otherwise. */
function Denied() {
  return (
    <div role="alert">
      <h1>Access Denied</h1>
      <p className="my-4 max-w-lead text-ink-2">You need admin privileges to access the data import page</p>
      <Link to="/admin" className="button">
        Back to Application Dashboard
      </Link>
    </div>
  )
}
