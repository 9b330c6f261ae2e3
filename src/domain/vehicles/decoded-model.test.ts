import { expect, test } from 'vitest'
import { isDecodedModel } from './decoded-model.ts'

test.each<[string, string | null, string, string, string | null, boolean]>([
  // NHTSA's model and class; the store's make, model and variant
  ['F-150', null, 'Ford', 'F-150', 'Pickup 2WD', true],
  ['F-150', null, 'Ford', 'F-150 Lightning', '4WD', false],
  ['Silverado', '1500', 'Chevrolet', 'Silverado 1500', '2WD', true],
  ['Silverado', '2500', 'Chevrolet', 'Silverado 1500', '2WD', false],
  ['Silverado', '2500', 'Chevrolet', 'Silverado 2500 HD', '2WD', true],
  ['Silverado HD', '2500', 'Chevrolet', 'Silverado 2500 HD', null, true],
  ['Silverado HD', '3500', 'Chevrolet', 'Silverado 2500 HD', null, false],
  ['Transit', '350', 'Ford', 'Transit-350', null, true],
  ['Transit', '350', 'Ford', 'Transit-350 HD', null, false],
  ['Transit', '350 HD', 'Ford', 'Transit-350 HD', null, true],
  ['Transit', '250', 'Ford', 'Transit-150', 'Wagon', false],
  ['Sprinter', '2500', 'Mercedes-Benz', 'Sprinter 2500', null, true],
  ['Sprinter', null, 'Mercedes-Benz', 'Sprinter 2500', null, false],
  ['F-250', null, 'Ford', 'F-250', null, true],
  ['Silverado', null, 'Chevrolet', 'Silverado 1500', '2WD', false],
  ['Silverado EV', null, 'Chevrolet', 'Silverado EV', null, true],
  ['Silverado', '1500', 'Chevrolet', 'Silverado EV', null, false],
  ['Ram', '1500', 'Dodge', 'Ram 1500', 'Pickup 2WD', true],
  ['Transit', null, 'Ford', 'Transit Connect', null, false],
  ['Corolla', null, 'Toyota', 'Corolla Cross', null, false],
  ['328i', null, 'BMW', '3 Series', '328i xDrive', true],
  ['328i', null, 'BMW', '3 Series', '328xi', false],
  ['Santa Fe Sport', null, 'Hyundai', 'Santa Fe', 'Sport 2WD', true],
  ['Grand Caravan', null, 'Dodge', 'Caravan/Grand Caravan', '2WD', true],
  ['Mazda3', null, 'Mazda', '3', null, true],
  ['MX-5', null, 'Mazda', 'MX-5 Miata', null, true],
  ['Prius', null, 'Toyota', 'Prius Prime', null, false],
])('NHTSA’s %s (%s) and the store’s %s %s %s: %s', (named, weightClass, make, model, variant, same) => {
  expect(isDecodedModel({ make, model, variant }, { model: named, weightClass })).toBe(same)
})
