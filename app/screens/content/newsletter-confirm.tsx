import { LinkPage } from '#app/features/contact/newsletter/link-page.tsx'
import { NewsletterBox } from '#app/features/contact/newsletter/newsletter-box.tsx'
import { api } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isPrivate: true, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Confirm your subscription', description: 'Confirm that you want our newsletter.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

export default function NewsletterConfirmScreen() {
  return (
    <LinkPage
      title="Confirm your subscription"
      question="Confirm to get our newsletter. Every issue has an unsubscribe link."
      button="Confirm subscription"
      busy="Confirming..."
      done="You are subscribed. Thank you!"
      act={(token) => api.newsletter.confirm({ body: { token } })}
      help={<NewsletterBox />}
    />
  )
}
