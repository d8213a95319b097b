import type { ChosenPaperMode } from '#domain/required-papers.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Consequences of papers that products lack, by kind of product and country. */
export const papers = plainGroup<{ modes: ChosenPaperMode[] }>({ initial: { modes: [] }, needsStepUp: true })
