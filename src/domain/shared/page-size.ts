/** Maximum rows of one page of a list. */
export const MAX_PAGE_SIZE = 500
