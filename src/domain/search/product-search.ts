import { z } from 'zod'
import { ProductSchema } from '../products/product.ts'
import { ShownSpecificationSchema } from '../products/specification.ts'
import { pageSize, SearchText } from '../shared/lists.ts'
import { boundedText } from '../shared/text.ts'
import { FitVerdictSchema } from '../vehicles/fit-verdict.ts'
import { VehicleQuery } from '../vehicles/vehicle.ts'
import { byFacet, facetList, type Facets, type ProductFilters } from './facets.ts'
import { MAX_LIST_LENGTH } from './number-list.ts'
import { SearchCursor } from './search-cursor.ts'
import { SORTS } from './sorts.ts'

const filterSchemas = byFacet(({ values }) => (values === null ? SearchText : z.enum(values)).optional())

export const ProductSearchInput = VehicleQuery.extend({
  q: SearchText.optional(),
  ...(filterSchemas as { [Name in keyof typeof filterSchemas]: z.ZodType<ProductFilters[Name]> }),
  sort: z.enum(SORTS).default('best'),
  after: SearchCursor.optional(),
  limit: pageSize(100, 24),
})
export type ProductSearchInput = z.infer<typeof ProductSearchInput>

const FacetSchema = z.object({ name: z.string(), count: z.number().int().nullable() })
const facetSchemas = Object.fromEntries(facetList.map(({ list }) => [list, z.array(FacetSchema)]))
const FacetsSchema = z.object(facetSchemas as Record<keyof Facets, z.ZodArray<typeof FacetSchema>>)

/**
 * Why a part was found: by its own number, the car maker's (OE), another brand's, that of a part it replaces,
 * or by words (and filters).
 */
const MatchSchema = z.object({
  kind: z.enum(['own', 'OE', 'competitor', 'superseded', 'words']),
  /** The number as it is printed. */
  number: z.string().optional(),
})
export type Match = z.infer<typeof MatchSchema>

const MatchedProductSchema = ProductSchema.omit({ about: true }).extend({ matched: MatchSchema })

const FoundProductSchema = MatchedProductSchema.extend({
  /** Whether it fits the searched vehicle; absent until the model is chosen. */
  fit: FitVerdictSchema.optional(),
  /** The first two, if it has any. */
  specifications: z.array(ShownSpecificationSchema).optional(),
})

export const ProductSearchResponse = z.object({
  items: z.array(FoundProductSchema),
  /** The number of matches; a lower bound unless `totalIsExact`. */
  total: z.number().int(),
  totalIsExact: z.boolean(),
  /** The words that were searched for instead, if a typed one is on no part or no part has all of them. */
  corrected: z.string().optional(),
  facets: FacetsSchema,
  /** `after` of the next page; null at the end. */
  next: z.string().nullable(),
})

export const NumberListInput = z.object({ list: boundedText(MAX_LIST_LENGTH) })

/** The lines of the list as they were read; a line without `parts` has a number that no part on sale has. */
export const NumberListResponse = z.object({
  lines: z.array(
    z.object({
      text: z.string(),
      number: z.string(),
      /** In units; 1 if the line does not state one, 0 if it states one that cannot be ordered. */
      quantity: z.number().int(),
      parts: z.array(MatchedProductSchema),
    }),
  ),
  /** The list has more lines than these. */
  isCut: z.boolean(),
})
export type NumberListResponse = z.infer<typeof NumberListResponse>
