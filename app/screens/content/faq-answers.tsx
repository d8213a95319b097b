import { useContext, useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageLinks } from '#app/features/content/pages/page-sections.tsx'
import { NonceContext } from '#app/lib/nonce.ts'
import type { FaqItem } from '#content/faq.ts'

/** Opens the answer that the address points to, also when one arrives without a new page. */
function useOpenTarget(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with a second click on the same link
  useEffect(() => {
    const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    const details = target?.closest('details')
    if (!details) return
    details.open = true
    details.scrollIntoView({ block: 'start' })
  }, [hash, key])
}

/** Script of the page that opens the answer as soon as it is parsed, so that it moves nothing later. */
const OPEN_TARGET =
  "var target=document.getElementById(location.hash.slice(1)),answer=target?.closest('details');if(answer)answer.open=true"

/** Questions of one category; of all on the page one is open at a time, and a click on an open one closes it (S228). */
export function Answers({ items }: { items: readonly FaqItem[] }) {
  const nonce = useContext(NonceContext)
  useOpenTarget()
  return (
    <div className="answers border-2 border-ink bg-surface">
      {items.map(({ id, question, answer, links }) => (
        <details key={id} className="print:break-inside-avoid print:mb-3.5 not-first:fold-t" name="faq">
          <summary className="flex items-center justify-between gap-4 min-h-14 px-5 py-3 font-semibold list-none hover:bg-blue-tint">
            {question}
          </summary>
          <div id={id} className="answer">
            <p>{answer}</p>
            <PageLinks links={[...links, { to: `/faq#${id}`, label: 'Link to this answer' }]} />
          </div>
        </details>
      ))}
      <script {...(nonce && { nonce })} suppressHydrationWarning>
        {OPEN_TARGET}
      </script>
    </div>
  )
}
