/* React's part for browsers, in the file of libraries (vite.config.ts): it begins with them, in a task of its own. */
export { hydrateRoot } from 'react-dom/client'
