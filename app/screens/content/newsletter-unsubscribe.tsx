import { Link } from 'react-router'
import { LinkPage } from '#app/features/contact/newsletter/link-page.tsx'
import { api } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Unsubscribe', description: 'End the newsletter for your address.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function NewsletterUnsubscribeScreen() {
  return (
    <LinkPage
      title="Unsubscribe from the newsletter"
      question="We'll stop sending newsletters to your address. You'll still get emails about your orders."
      button="Unsubscribe"
      busy="Unsubscribing..."
      done="You're unsubscribed. We no longer send newsletters to this address."
      act={(token) => api.newsletter.unsubscribe({ body: { token } })}
      help={
        <p>
          <Link to="/contact">Contact us</Link> and we'll do it for you.
        </p>
      }
    />
  )
}
