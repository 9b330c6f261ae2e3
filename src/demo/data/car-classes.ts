import { type DemoFitment, fits } from './demo-fitment.ts'

// The cars that most people have, by the size of their brakes, struts and batteries. Demo parts of a class
// fit all of it.

export const compacts: readonly DemoFitment[] = [
  ...fits('Honda', ['Civic'], [2012, 2021]),
  ...fits('Toyota', ['Corolla'], [2009, 2019]),
  ...fits('Toyota', ['Prius'], [2010, 2022]),
  ...fits('Hyundai', ['Elantra'], [2013, 2020]),
  ...fits('Kia', ['Soul'], [2010, 2019]),
  ...fits('Nissan', ['Sentra'], [2013, 2019]),
  ...fits('Ford', ['Focus'], [2012, 2018]),
  ...fits('Mazda', ['3'], [2010, 2018]),
  ...fits('Volkswagen', ['Jetta'], [2014, 2018]),
]

export const sedans: readonly DemoFitment[] = [
  ...fits('Toyota', ['Camry'], [2012, 2024]),
  ...fits('Honda', ['Accord'], [2013, 2022]),
  ...fits('Nissan', ['Altima'], [2013, 2018]),
  ...fits('Hyundai', ['Sonata'], [2015, 2019]),
  ...fits('Chevrolet', ['Malibu'], [2013, 2022]),
  ...fits('Ford', ['Fusion'], [2013, 2020]),
  ...fits('BMW', ['3 Series'], [2012, 2018]),
  ...fits('Tesla', ['Model 3'], [2017, 2023]),
]

export const crossovers: readonly DemoFitment[] = [
  ...fits('Honda', ['CR-V'], [2012, 2022]),
  ...fits('Toyota', ['RAV4'], [2013, 2018]),
  ...fits('Toyota', ['Sienna'], [2011, 2020]),
  ...fits('Toyota', ['Highlander'], [2008, 2019]),
  ...fits('Honda', ['Odyssey'], [2011, 2023]),
  ...fits('Nissan', ['Rogue'], [2014, 2020]),
  ...fits('Ford', ['Escape'], [2013, 2019]),
  ...fits('Chevrolet', ['Equinox'], [2010, 2017]),
  ...fits('Subaru', ['Outback'], [2010, 2019]),
  ...fits('Subaru', ['Forester'], [2009, 2018]),
  ...fits('Mazda', ['CX-5'], [2013, 2021]),
]

export const pickups: readonly DemoFitment[] = [
  ...fits('Ford', ['F-150'], [2009, 2020]),
  ...fits('Chevrolet', ['Silverado 1500'], [2007, 2018]),
  ...fits('GMC', ['Sierra 1500'], [2007, 2018]),
  ...fits('Chevrolet', ['Tahoe'], [2007, 2020]),
  ...fits('Dodge', ['Ram 1500'], [2009, 2012]),
  ...fits('Ram', ['1500'], [2013, 2022]),
  ...fits('Toyota', ['Tacoma'], [2005, 2022]),
  ...fits('Ford', ['Explorer'], [2011, 2019]),
  ...fits('Jeep', ['Grand Cherokee'], [2011, 2021]),
  ...fits('Jeep', ['Wrangler'], [2007, 2018]),
]
