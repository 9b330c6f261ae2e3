/** Other parts that a part's page shows. */
export const MAX_RELATED = 4
