/** Message when posts cannot be loaded (S119). */
export const BLOG_FAILED = 'Unable to Load Blog Posts: Please try again later.'
