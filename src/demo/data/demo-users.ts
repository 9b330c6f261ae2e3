/** What a customer's profile holds; all four are plain text, LinkedIn an https address. */
export type DemoProfile = { education: string; address: string; phone: string; linkedIn: string }

export type DemoUser = {
  /** Always @demo.test, a domain that can never receive mail. */
  email: string
  name: string
  role: 'customer' | 'admin'
  /** Without a profile the profile page shows only name and email. */
  profile?: DemoProfile
}

/** The password of every demo account. A production store refuses to start with these accounts. */
export const demoPassword = 'demo1234'

/** The account that 'Use demo customer' signs in. */
export const demoCustomer: DemoUser = {
  email: 'customer@demo.test',
  name: 'Casey Morgan',
  role: 'customer',
  profile: {
    education: 'Automotive Technology, Lakeside Community College',
    address: '418 Sycamore Street, Springfield, IL 62701',
    phone: '(217) 555-0142',
    linkedIn: 'https://www.linkedin.com/in/example-casey-morgan',
  },
}

/** The account that 'Use demo admin' signs in. */
export const demoAdmin: DemoUser = { email: 'admin@demo.test', name: 'Alex Rivera', role: 'admin' }

/** All users of the demo store, the two demo accounts first. */
export const demoUsers: readonly DemoUser[] = [
  demoCustomer,
  demoAdmin,
  {
    email: 'priya.nair@demo.test',
    name: 'Priya Nair',
    role: 'customer',
    profile: {
      education: 'BSc Mechanical Engineering, Northfield University',
      address: '92 Orchard Lane, Apt 4B, Dayton, OH 45402',
      phone: '(937) 555-0117',
      linkedIn: 'https://www.linkedin.com/in/example-priya-nair',
    },
  },
  {
    email: 'tom.okafor@demo.test',
    name: 'Tom Okafor',
    role: 'customer',
    profile: {
      education: 'Certified Master Technician, Tri-County Trade School',
      address: '1750 Foundry Road, Unit 12, Toledo, OH 43604',
      phone: '(419) 555-0168',
      linkedIn: 'https://www.linkedin.com/in/example-tom-okafor',
    },
  },
  {
    email: 'marta.lindqvist@demo.test',
    name: 'Marta Lindqvist',
    role: 'customer',
    profile: {
      education: 'Industrial Design, Harbor School of Art',
      address: '23 Lighthouse Way, Duluth, MN 55802',
      phone: '(218) 555-0193',
      linkedIn: 'https://www.linkedin.com/in/example-marta-lindqvist',
    },
  },
  {
    email: 'dwayne.brooks@demo.test',
    name: 'Dwayne Brooks',
    role: 'customer',
    profile: {
      education: 'Fleet Management Certificate, State Extension College',
      address: '3300 Depot Avenue, Building C, Tulsa, OK 74103',
      phone: '(918) 555-0125',
      linkedIn: 'https://www.linkedin.com/in/example-dwayne-brooks',
    },
  },
  {
    email: 'yuki.tanaka@demo.test',
    name: 'Yuki Tanaka',
    role: 'customer',
    profile: {
      education: 'MSc Computer Science, Bayview Institute',
      address: '605 Juniper Court, Portland, OR 97205',
      phone: '(503) 555-0171',
      linkedIn: 'https://www.linkedin.com/in/example-yuki-tanaka',
    },
  },
  {
    email: 'elena.petrova@demo.test',
    name: 'Elena Petrova',
    role: 'customer',
    profile: {
      education: 'Accounting, Riverside College',
      address: '77 Millrace Drive, Rochester, NY 14604',
      phone: '(585) 555-0136',
      linkedIn: 'https://www.linkedin.com/in/example-elena-petrova',
    },
  },
  {
    email: 'sam.whitfield@demo.test',
    name: 'Sam Whitfield',
    role: 'customer',
    profile: {
      education: 'Welding Technology, Plains Technical Institute',
      address: '1408 County Road 19, Casper, WY 82601',
      phone: '(307) 555-0154',
      linkedIn: 'https://www.linkedin.com/in/example-sam-whitfield',
    },
  },
  {
    email: 'rosa.delgado@demo.test',
    name: 'Rosa Delgado',
    role: 'customer',
    profile: {
      education: 'Business Administration, Mesa Valley College',
      address: '2216 Saguaro Boulevard, Tucson, AZ 85701',
      phone: '(520) 555-0189',
      linkedIn: 'https://www.linkedin.com/in/example-rosa-delgado',
    },
  },
]
