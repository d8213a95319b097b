/** What is said when posts cannot be read (S119). */
export const BLOG_FAILED = 'Unable to Load Blog Posts: Please try again later.'
