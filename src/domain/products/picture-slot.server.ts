import pLimit from 'p-limit'

/** One untrusted picture is decoded at a time in this process, since decoding makes several copies of it. */
export const withPictureSlot = pLimit(1)
