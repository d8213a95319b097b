/** What people agree to when they subscribe; kept with each subscription as it was then. */
export const NEWSLETTER_CONSENT = 'You agree to get our newsletter by email. Every issue has a link that ends it.'
