/** Languages that searches are read in. */
export const SEARCH_LANGUAGES = ['en', 'de', 'fr'] as const
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number]
