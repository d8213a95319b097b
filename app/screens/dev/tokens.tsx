import { Colors } from '#app/features/kit/palette/colors.tsx'
import { Spacing, TypeScale } from '#app/features/kit/palette/scales.tsx'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { Example, Pair } from './example.tsx'

/** The tokens as the page's own style sheets have them: read in the browser. */
export function Tokens() {
  if (!useIsHydrated()) return null
  return (
    <>
      <Example name="Colors">
        <div className="frame overflow-hidden px-5.5 py-4.5">
          <Colors />
        </div>
      </Example>
      <Pair>
        <Example name="Type">
          <TypeScale />
        </Example>
        <Example name="Spacing">
          <Spacing />
        </Example>
      </Pair>
    </>
  )
}
