import { getPublicUrl } from '#app/lib/public-url.ts'

/** The recipes, which `server/integrations/recipes.test.ts` runs as they are here. */
const FILES: Record<string, string> = import.meta.glob('/docs/recipes/*.{sh,ts}', { query: '?raw', import: 'default', eager: true })

/** Address in the recipes; the page shows that of this shop instead. */
const EXAMPLE = 'http://localhost:3000'

/** Languages of the recipes. */
export const LANGUAGES = ['curl', 'TypeScript'] as const
export type Language = (typeof LANGUAGES)[number]

/** A file of a recipe, with the address of this shop. */
export interface RecipeFile {
  name: string
  text: string
}

/** Returns files of `docs/recipes/` by their names. */
export const recipeFiles = (...names: string[]): RecipeFile[] =>
  names.map((name) => ({ name, text: (FILES[`/docs/recipes/${name}`] ?? '').trimEnd().replace(EXAMPLE, getPublicUrl()) }))
