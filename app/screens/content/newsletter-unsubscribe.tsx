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
      question="One click, and we send no more newsletters to your address. Mails about your orders still come."
      button="Unsubscribe"
      busy="Unsubscribing..."
      done="You are unsubscribed. We send no more newsletters to this address."
      act={(token) => api.newsletter.unsubscribe({ body: { token } })}
      help={
        <p>
          <Link to="/contact">Contact us</Link> and we do it for you.
        </p>
      }
    />
  )
}
