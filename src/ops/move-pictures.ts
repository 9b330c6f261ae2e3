import pLimit from 'p-limit'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import { followMovedPictures } from '#domain/products/follow-moved-pictures.server.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import {
  ImageHostError,
  type ImageRecord,
  ImageRefusedError,
  type PictureLocation,
  PictureFolderError,
} from '#domain/products/image-store.ts'
import { LOCATION_NAMES, openPictures, type PictureLocations } from '#integrations/images/choose-images.ts'
import { addressOfPicture, checkPicture, movePicture } from '#integrations/images/move-picture.ts'
import { filesOf } from '#integrations/images/stored-images.ts'
import {
  CommandRefusedError,
  openStoreDatabase,
  readArguments,
  runCommand,
  wrongOptions,
} from './open-database.ts'

const HELP = `Use: npx driveline move-pictures --to disk|s3|host [--apply] [--delete-old]

Moves all pictures to another location. The store may be running. Run again, it continues where it stopped.
  --to          the disk, a bucket (S3_BUCKET) or a hosted service (IMAGE_HOST_URL)
  --apply       moves them; without it, they are only read
  --delete-old  deletes the copies at their old location`
const LOCATIONS = ['disk', 's3', 'host'] as const satisfies PictureLocation[]
const MAX_CONCURRENT_MOVES = 4
const ROWS_PER_QUERY = 200
/** Maximum rounds for products and orders that others had locked. */
const MAX_ROUNDS = 5

export type MoveReport = {
  /** Pictures that were (or could be) moved, were already there, or could not be moved. */
  moved: number
  there: number
  problems: { picture: string; message: string }[]
  /** Products and orders whose picture has a new URL. */
  products: number
  orders: number
  /** Old copies that were deleted. */
  deleted: number
}

/**
 * Moves every picture to one location: stored there, read back, then recorded; finally products and orders
 * get its new URL, if it has one. Old copies stay unless `deleteOld`. Pictures that cannot be moved stay as
 * they are, and are reported.
 * @param options.apply false: only reads every picture at its current location.
 * @throws CommandRefusedError when that location is not configured, or is not where new pictures are stored.
 */
export async function movePictures(
  db: Database,
  config: Config,
  to: PictureLocation,
  options: { apply: boolean; deleteOld: boolean; say?: (line: string) => void },
): Promise<MoveReport> {
  const records = createImageRecords(db)
  const { locations } = openPictures(config, records)
  if (!locations[to])
    throw new CommandRefusedError(
      `${LOCATION_NAMES[to]} is not configured: set ${to === 's3' ? 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY' : 'IMAGE_HOST_URL and IMAGE_HOST_KEY'}.`,
    )
  if (config.IMAGE_STORE !== to)
    throw new CommandRefusedError(
      `New pictures go to ${LOCATION_NAMES[config.IMAGE_STORE]}, so the move would never end. Set IMAGE_STORE=${to} and restart the stores first.`,
    )
  const { there } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<string>().as('there'))
    .where('moved_to', 'is', null)
    .where('place', '=', to)
    .executeTakeFirstOrThrow()
  const report: MoveReport = {
    moved: 0,
    there: Number(there),
    problems: [],
    products: 0,
    orders: 0,
    deleted: 0,
  }
  const atATime = pLimit(MAX_CONCURRENT_MOVES)
  for await (const pictures of picturesElsewhere(db, to)) {
    await Promise.all(pictures.map((picture) => atATime(() => moveOne(picture))))
    options.say?.(
      `${report.moved} ${options.apply ? 'moved' : 'could be moved'}, ${report.there} already there, ${report.problems.length} problems so far`,
    )
  }

  async function moveOne(picture: ImageRecord): Promise<void> {
    const address = addressOfPicture(picture.key)
    try {
      if (options.apply) {
        const moved = await movePicture(picture, to, locations, records)
        if (moved !== address) await recordMove(db, picture.key, moved)
      } else await checkPicture(picture, locations)
      report.moved += 1
    } catch (error) {
      if (!isPictureProblem(error)) throw error
      report.problems.push({ picture: address, message: error.message })
    }
  }

  if (options.apply) {
    await follow(db, report)
    if (options.deleteOld) await deleteOldCopies(db, locations, to, report)
  }
  return report
}

/** URLs that redirected to the old URL redirect to the new one, so that none needs two steps. */
async function recordMove(db: Database, key: string, movedTo: string): Promise<void> {
  await db
    .updateTable('images')
    .set({ moved_to: movedTo })
    .where((eb) => eb.or([eb('key', '=', key), eb('moved_to', '=', addressOfPicture(key))]))
    .execute()
}

/** Pictures that are neither at this location nor have moved to another URL, by key. */
async function* picturesElsewhere(db: Database, to: PictureLocation): AsyncGenerator<ImageRecord[]> {
  for (let after = ''; ;) {
    const page = await db
      .selectFrom('images')
      .select(['key', 'place', 'width', 'height', 'uploaded_by as uploadedBy'])
      .where('moved_to', 'is', null)
      .where('place', '<>', to)
      .where('key', '>', after)
      .orderBy('key')
      .limit(ROWS_PER_QUERY)
      .execute()
    const last = page.at(-1)
    if (!last) return
    after = last.key
    yield page
  }
}

async function follow(db: Database, report: MoveReport): Promise<void> {
  for (let round = 1; ; round += 1) {
    const { products, orders, left } = await followMovedPictures(db)
    report.products += products
    report.orders += orders
    if (left === 0) return
    if (round === MAX_ROUNDS) {
      report.problems.push({
        picture: `${left} products or orders`,
        message:
          'They were being changed all the time, and still have the old URL, which works. Run this again.',
      })
      return
    }
  }
}

/**
 * Deletes copies on the disk and in the bucket of pictures that are now elsewhere, after reading them there.
 * A hosted service has no call for deletion.
 */
async function deleteOldCopies(
  db: Database,
  locations: PictureLocations,
  to: PictureLocation,
  report: MoveReport,
): Promise<void> {
  const rows = await db
    .selectFrom('images')
    .select(['key', 'place', 'width', 'height', 'moved_to'])
    .where('place', '<>', 'host')
    .execute()
  for (const { key, place, width, height, moved_to: movedTo } of rows) {
    const here = movedTo === null ? place : 'host'
    if (here !== to || movedTo?.startsWith('/')) continue
    const address = addressOfPicture(key)
    try {
      await checkPicture({ key: movedTo ?? key, place: here, width, height, uploadedBy: null }, locations)
      for (const old of ['disk', 's3'] as const) {
        const files = locations[old]?.files
        if (old === to || !files || !(await files.has(`${key}-${width}.webp`))) continue
        await files.remove(filesOf(key, width))
        report.deleted += 1
      }
    } catch (error) {
      if (!isPictureProblem(error)) throw error
      report.problems.push({ picture: address, message: error.message })
    }
  }
}

function isPictureProblem(error: unknown): error is Error {
  return (
    error instanceof ImageRefusedError ||
    error instanceof ImageHostError ||
    error instanceof PictureFolderError
  )
}

function describeMove(report: MoveReport, to: PictureLocation, apply: boolean): string {
  const { moved, there, problems, products, orders, deleted } = report
  return [
    `${moved} pictures ${apply ? 'moved to' : 'can be moved to'} ${LOCATION_NAMES[to]}, ${there} were already there, ${problems.length} problems`,
    ...(products + orders > 0 ? [`${products} products and ${orders} orders have the new URL.`] : []),
    ...(deleted > 0 ? [`${deleted} old copies deleted.`] : []),
    ...problems.slice(0, 50).map(({ picture, message }) => `  ${picture}: ${message}`),
    ...(problems.length > 50 ? [`  … and ${problems.length - 50} more`] : []),
    apply
      ? problems.length > 0
        ? 'These stay where they are, and are served from there. Fix the problems and run it again.'
        : 'Done.'
      : 'This was a dry run: nothing was changed. Add --apply to do it.',
  ].join('\n')
}

if (import.meta.main) {
  await runCommand(HELP, async () => {
    const { values } = readArguments(HELP, {
      options: {
        to: { type: 'string' },
        apply: { type: 'boolean', default: false },
        'delete-old': { type: 'boolean', default: false },
      },
    })
    const { apply, 'delete-old': deleteOld } = values
    const to = LOCATIONS.find((place) => place === values.to)
    if (!to) throw wrongOptions('Choose a location.', HELP)
    const config = readConfig()
    await using database = await openStoreDatabase(config)
    const say = (line: string) => console.log(line)
    const report = await movePictures(database.db, config, to, { apply, deleteOld, say })
    console.log(describeMove(report, to, apply))
    return report.problems.length === 0
  })
}
