export const VERBS = ['x']
