import pLimit from 'p-limit'

/**
 * Two uploads are in memory at once, so that a slow sender blocks no other. A waiting upload has not been
 * read: its bytes stay with the sender, so that twenty large files at once take the memory of two.
 */
export const withUploadSlot = pLimit(2)

/** One of them is parsed and decoded at a time, which makes several copies of it. */
export const withDecodeSlot = pLimit(1)
