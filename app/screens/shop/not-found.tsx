import { data } from 'react-router'
import { pageMeta } from '#app/lib/meta.ts'
import { NotFound } from '#app/screens/shell/not-found.tsx'

export const meta = () => pageMeta({ title: 'Page Not Found', description: 'There is no page at this address.', isPrivate: true })

export function loader() {
  return data(null, { status: 404 })
}

export function clientLoader() {
  return null
}

export default function NotFoundScreen() {
  return <NotFound />
}
