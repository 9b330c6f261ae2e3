import pLimit from 'p-limit'

/**
 * Two uploads are in memory at once, so that a slow sender keeps nobody out. One that waits has not been read: its bytes stay
 * with the sender, so that twenty large files at once take the memory of two.
 */
export const withUploadSlot = pLimit(2)

/** One of them is taken apart and opened at a time: that makes several copies of it. */
export const withDecodeSlot = pLimit(1)
