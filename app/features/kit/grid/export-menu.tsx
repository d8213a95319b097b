import { useState } from 'react'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Menu } from './menu.tsx'

/** The whole list as it is narrowed and sorted now, as a file. */
export function ExportMenu({ path, query, name }: { path: string; query: Record<string, string | undefined>; name: string }) {
  const [busy, setBusy] = useState<string>()
  const save = async (format: string) => {
    setBusy(format)
    const { page: _page, limit: _limit, ...narrowing } = query
    const wanted = Object.entries({ ...narrowing, format }).filter((entry): entry is [string, string] => entry[1] !== undefined)
    try {
      await download(`${path}?${new URLSearchParams(wanted)}`, `${name}.${format}`)
    } catch (error) {
      toastFailure(error, 'The export could not be created. Please try again.')
    }
    setBusy(undefined)
  }
  return (
    <Menu label="Export">
      {[
        ['csv', 'CSV'],
        ['xlsx', 'Excel'],
      ].map(([format = '', label]) => (
        <BusyButton key={format} className="grid-menu-action" isBusy={busy === format} busy="Writing…" onPress={() => void save(format)}>
          {label}
        </BusyButton>
      ))}
    </Menu>
  )
}
