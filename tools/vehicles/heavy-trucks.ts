// Long because it is one table of vehicles.
/**
 * Pickups and vans above 8,500 lb, which EPA does not list: the store's names, what vPIC calls them, and
 * between which years each was sold with which engine ("liters-cylinders"). An engine counts only in years in
 * which vPIC describes it among those of the truck's makers; vPIC alone does not suffice, as several makers
 * describe the engines of all their trucks together. `series` is for trucks of one vPIC model.
 */
export type HeavyTruck = {
  make: string
  model: string
  vpic: { model: RegExp; series?: RegExp }
  engines: readonly (readonly [engine: string, first: number, last: number])[]
}

/** Also the last model year of EPA's list. */
const NOW = 2026

/**
 * The engines of the F-250 and F-350. The 7.3-liter V8 is a diesel engine until 2003, and a gasoline engine
 * from 2020 on.
 */
const superDuty = [
  ['5.4-8', 1999, 2010],
  ['6.0-8', 2003, 2007],
  ['6.2-8', 2011, 2022],
  ['6.4-8', 2008, 2010],
  ['6.7-8', 2011, NOW],
  ['6.8-8', 2023, NOW],
  ['6.8-10', 1999, 2010],
  ['7.3-8', 1999, 2003],
  ['7.3-8', 2020, NOW],
] as const
const chassisCab = [
  ['6.0-8', 2003, 2007],
  ['6.4-8', 2008, 2010],
  ['6.7-8', 2011, NOW],
  ['6.8-10', 1999, 2019],
  ['7.3-8', 1999, 2003],
  ['7.3-8', 2020, NOW],
] as const
const early = [
  ['4.9-6', 1984, 1996],
  ['5.8-8', 1984, 1997],
  ['6.9-8', 1984, 1987],
  ['7.3-8', 1988, 1997],
  ['7.5-8', 1984, 1997],
] as const
const econoline = [
  ['4.9-6', 1984, 1996],
  ['5.4-8', 1997, 2014],
  ['5.8-8', 1984, 1996],
] as const
const heavyEconoline = [
  ...econoline,
  ['6.0-8', 2004, 2010],
  ['6.8-10', 1997, 2014],
  ['6.9-8', 1984, 1987],
  ['7.3-8', 1988, 1996],
  ['7.3-8', 1997, 2003],
  ['7.5-8', 1984, 1996],
] as const
const ford: HeavyTruck[] = [
  ...['F-250', 'F-350'].map((model) => ({
    make: 'Ford',
    model,
    vpic: { model: new RegExp(`^${model}$`) },
    engines: [...early, ...superDuty],
  })),
  ...['F-450', 'F-550'].map((model) => ({
    make: 'Ford',
    model,
    vpic: { model: new RegExp(`^${model}$`) },
    engines: chassisCab,
  })),
  {
    make: 'Ford',
    model: 'E-250',
    vpic: { model: /^E-250$/ },
    engines: [...econoline, ['4.2-6', 1997, 2003], ['4.6-8', 2003, 2014]],
  },
  ...['E-350', 'E-450'].map((model) => ({
    make: 'Ford',
    model,
    vpic: { model: new RegExp(`^${model}$`) },
    engines: model === 'E-350' ? heavyEconoline : heavyEconoline.filter(([, first]) => first >= 1997),
  })),
  {
    make: 'Ford',
    model: 'Excursion',
    vpic: { model: /^Excursion$/ },
    engines: [
      ['5.4-8', 2000, 2005],
      ['6.0-8', 2003, 2005],
      ['6.8-10', 2000, 2005],
      ['7.3-8', 2000, 2003],
    ],
  },
  ...['150', '250', '350', '350 HD'].map((series): HeavyTruck => ({
    make: 'Ford',
    model: `Transit-${series}`,
    vpic: { model: /^Transit$/, series: new RegExp(`^${series}$`) },
    engines: [
      ['3.2-5', 2015, 2019],
      ['3.5-6', 2015, NOW],
      ['3.7-6', 2015, 2019],
    ],
  })),
]

const lightVan = [
  ['5.0-8', 1996, 2002],
  ['5.3-8', 2003, 2005],
] as const
const gm = [
  { make: 'Chevrolet', pickup: 'Silverado', van: 'Express', wagon: 'Suburban' },
  { make: 'GMC', pickup: 'Sierra', van: 'Savana', wagon: 'Yukon XL' },
].flatMap(({ make, pickup, van, wagon }): HeavyTruck[] => [
  {
    make,
    model: `${pickup} 2500 HD`,
    vpic: { model: new RegExp(`^${pickup}(?: HD)?$`) },
    engines: [
      ['6.0-8', 2001, 2019],
      ['6.6-8', 2001, NOW],
      ['8.1-8', 2001, 2006],
    ],
  },
  {
    make,
    model: `${pickup} 3500`,
    vpic: { model: new RegExp(`^${pickup}$`) },
    engines: [
      ['6.0-8', 2001, 2006],
      ['6.6-8', 2001, 2006],
      ['8.1-8', 2001, 2006],
    ],
  },
  {
    make,
    model: `${pickup} 3500 HD`,
    vpic: { model: new RegExp(`^${pickup}(?: HD)?$`) },
    engines: [
      ['6.0-8', 2007, 2019],
      ['6.6-8', 2007, NOW],
    ],
  },
  ...['2500', '3500'].map((series): HeavyTruck => ({
    make,
    model: `${van} ${series}`,
    vpic: { model: new RegExp(`^${van}$`) },
    engines: [
      ...(series === '2500' ? lightVan : []),
      ['2.8-4', 2017, 2022],
      ['4.3-6', 2018, NOW],
      ['4.8-8', 2003, 2017],
      ['5.7-8', 1996, 2002],
      ['6.0-8', 2003, 2020],
      ['6.5-8', 1996, 2002],
      ['6.6-8', 2006, 2016],
      ['6.6-8', 2021, NOW],
      ['7.4-8', 1996, 2000],
      ['8.1-8', 2001, 2002],
    ],
  })),
  {
    make,
    model: `${wagon} 2500`,
    vpic: { model: new RegExp(`^${wagon.replace(' XL', '(?: XL)?')}$`) },
    engines: [
      ['6.0-8', 2000, 2013],
      ['8.1-8', 2001, 2006],
    ],
  },
  ...['C3500', 'K3500'].map((model): HeavyTruck => ({
    make,
    model,
    vpic: { model: /^(?:GMT-400|Silverado|Sierra)$/ },
    engines: [
      ['5.7-8', 1988, 2000],
      ['6.2-8', 1988, 1993],
      ['6.5-8', 1992, 2000],
      ['7.4-8', 1988, 2000],
    ],
  })),
])

const otherGm: HeavyTruck[] = [
  {
    make: 'Chevrolet',
    model: 'Suburban 3500 HD',
    vpic: { model: /^Suburban$/ },
    engines: [['6.0-8', 2016, 2019]],
  },
  {
    make: 'Chevrolet',
    model: 'Avalanche 2500',
    vpic: { model: /^Avalanche$/ },
    engines: [['8.1-8', 2002, 2006]],
  },
  {
    make: 'Hummer',
    model: 'H2',
    vpic: { model: /^H2$/ },
    engines: [
      ['6.0-8', 2003, 2007],
      ['6.2-8', 2008, 2009],
    ],
  },
]

/** Ram is a make from 2013 on, as in EPA's list and in vPIC. */
const ram = ['2500', '3500'].flatMap((series): HeavyTruck[] => [
  {
    make: 'Dodge',
    model: `Ram ${series}`,
    vpic: { model: /^Ram$/ },
    engines: [
      ['5.7-8', 2003, 2012],
      ['5.9-6', 1994, 2007],
      ['5.9-8', 1994, 2002],
      ['6.7-6', 2007, 2012],
      ['8.0-10', 1994, 2003],
    ],
  },
  {
    make: 'Ram',
    model: series,
    vpic: { model: new RegExp(`^${series}$`) },
    engines: [
      ['5.7-8', 2013, 2018],
      ['6.4-8', 2014, NOW],
      ['6.7-6', 2013, NOW],
    ],
  },
])
const chassisCabs = ['4500', '5500'].flatMap((series): HeavyTruck[] => [
  {
    make: 'Dodge',
    model: `Ram ${series}`,
    vpic: { model: /^Ram/, series: new RegExp(series) },
    engines: [['6.7-6', 2008, 2012]],
  },
  {
    make: 'Ram',
    model: series,
    vpic: { model: new RegExp(`^${series}$`) },
    engines: [
      ['6.4-8', 2014, NOW],
      ['6.7-6', 2013, NOW],
    ],
  },
])
const proMasters = ['1500', '2500', '3500'].map((series): HeavyTruck => ({
  make: 'Ram',
  model: `ProMaster ${series}`,
  vpic: { model: new RegExp(`^ProMaster ${series}$`) },
  engines: [
    ['3.0-4', 2014, 2018],
    ['3.6-6', 2014, NOW],
  ],
}))

/** Mercedes-Benz and vPIC have written 2.1 and 2.2 liters for the same engine. */
const sprinterEngines = [
  { make: 'Dodge', last: 2009 },
  { make: 'Freightliner', last: NOW },
  { make: 'Mercedes-Benz', last: NOW },
].map(({ make, last }) => ({
  make,
  engines: (
    [
      ['2.7-5', 2002, 2006],
      ['3.0-6', 2007, 2023],
      ['3.5-6', 2007, 2009],
      ['2.1-4', 2014, 2018],
      ['2.2-4', 2014, 2018],
      ['2.0-4', 2019, NOW],
    ] as const
  ).filter(([, first]) => first <= last),
}))
const sprinters = sprinterEngines.flatMap(({ make, engines }) =>
  ['1500', '2500', '3500', '4500'].map((series): HeavyTruck => ({
    make,
    model: `Sprinter ${series}`,
    vpic: { model: /^Sprinter$/, series: new RegExp(series) },
    engines,
  })),
)

const nissan: HeavyTruck[] = [
  ...['NV1500', 'NV2500', 'NV3500'].map((model): HeavyTruck => ({
    make: 'Nissan',
    model,
    vpic: { model: /^NV$/ },
    engines:
      model === 'NV1500'
        ? [['4.0-6', 2012, 2021]]
        : [
            ['4.0-6', 2012, 2021],
            ['5.6-8', 2012, 2021],
          ],
  })),
  {
    make: 'Nissan',
    model: 'Titan XD',
    vpic: { model: /^Titan$/ },
    engines: [
      ['5.0-8', 2016, 2019],
      ['5.6-8', 2016, 2024],
    ],
  },
]

export const HEAVY_TRUCKS: readonly HeavyTruck[] = [
  ...ford,
  ...gm,
  ...otherGm,
  ...ram,
  ...chassisCabs,
  ...proMasters,
  ...sprinters,
  ...nissan,
]
