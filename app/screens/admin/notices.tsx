import { NoticesGrid, useOpened } from '#app/features/contact/notices/notices-grid.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

export default function NoticesScreen() {
  const [opened, open] = useOpened()
  return (
    <>
      <h1>Content reports</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Reports of products, producers and articles that somebody takes to be illegal. Decide within 14 days; both sides get your reasons by
        email, and the seller may object.
      </p>
      <NoticesGrid open={open} />
      {opened && <NoticeDialog key={opened} id={opened} onClose={() => open(null)} />}
    </>
  )
}
