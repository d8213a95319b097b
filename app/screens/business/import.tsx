import { Link } from 'react-router'
import { CatalogImport } from '#app/features/catalog/imports/catalog-import.tsx'

/** Import of products into a seller's own business. */
export default function SellerImportScreen() {
  return <CatalogImport side="seller" denied={<NotApproved />} />
}

/** Shown until staff have approved the business. */
function NotApproved() {
  return (
    <div role="alert">
      <h1>Catalog Import</h1>
      <p className="my-4 max-w-lead text-ink-2">You can import products as soon as your business is approved.</p>
      <Link to="/business/dashboard" className="button">
        Back to Business Dashboard
      </Link>
    </div>
  )
}
