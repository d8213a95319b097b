/** Version of the description. The major rises with what breaks clients of the last release: `scripts/api-changes.ts` names it. */
export const API_VERSION = '2.0.0'
