import { NoticesGrid, useOpened } from '#app/features/contact/notices/notices-grid.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

export default function NoticesScreen() {
  const [opened, open] = useOpened()
  return (
    <>
      <h1>Content reports</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Reports that a product, producer or article is illegal. Decide within 14 days. Both parties get your reasons by email, and the
        seller can object.
      </p>
      <NoticesGrid open={open} />
      {opened && <NoticeDialog key={opened} id={opened} onClose={() => open(null)} />}
    </>
  )
}
