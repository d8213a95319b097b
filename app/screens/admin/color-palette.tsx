import type { ReactNode } from 'react'
import { Colors } from '#app/features/kit/palette/colors.tsx'
import { Buttons, Drawings, Fields, Icons, StatusWords, TableSample, Toasts } from '#app/features/kit/palette/parts.tsx'
import { Spacing, TypeScale } from '#app/features/kit/palette/scales.tsx'

const PARTS: readonly { title: string; text: string; part: ReactNode }[] = [
  {
    title: 'Colors',
    text: "Two inks on kraft. Names and values come from this page's style sheets, and contrasts are calculated from them.",
    part: <Colors />,
  },
  { title: 'Type', text: 'Archivo in three cuts, for headings, text and tables.', part: <TypeScale /> },
  { title: 'Spacing', text: 'Every distance is a multiple of one step.', part: <Spacing /> },
  {
    title: 'Buttons',
    text: 'One filled button for the main action of a screen, hollow buttons for the rest, red for deletion.',
    part: <Buttons />,
  },
  { title: 'Fields', text: 'Label above, hint below, error at the field.', part: <Fields /> },
  { title: 'Statuses', text: 'A status is always a word. Its color and mark only support it.', part: <StatusWords /> },
  { title: 'Tables', text: 'Headings above a strong line, amounts aligned right.', part: <TableSample /> },
  { title: 'Toasts', text: 'Shown at the top right for four seconds, up to three at a time. Try them.', part: <Toasts /> },
  { title: 'Icons', text: 'Drawn with a two-pixel line.', part: <Icons /> },
  { title: 'Drawings', text: 'Pictures that the server draws from the specifications of a product.', part: <Drawings /> },
]

const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Color tokens, type and components of the screens. */
export default function ColorPaletteScreen() {
  return (
    <>
      <h1>Color palette</h1>
      <div className="settings">
        <nav aria-label="Color palette">
          <ul className="flex flex-wrap gap-x-1 xl:sticky xl:top-4.5 xl:flex-col xl:border-l-2 xl:border-line-strong">
            {PARTS.map(({ title }) => (
              <li key={title}>
                <a
                  className="flex items-center min-h-11 px-3 py-0.5 text-ink-2 font-medium no-underline hover:bg-blue-tint hover:text-ink"
                  href={`#${idOf(title)}`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-1 gap-5.5 min-w-0">
          {PARTS.map(({ title, text, part }) => (
            <section key={title} id={idOf(title)} aria-labelledby={`${idOf(title)}-title`} className="frame settings-section">
              <div className="settings-head">
                <h2 className="text-xl" id={`${idOf(title)}-title`}>
                  {title}
                </h2>
                <p>{text}</p>
              </div>
              <div className="px-5.5 py-4.5">{part}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
