import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { NumberField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { FormSummary } from '#web/ui/form-summary.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Radio, RadioGroup } from '#web/ui/radio.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Stars, StarsInput } from '#web/ui/stars.tsx'
import { Stepper } from '#web/ui/stepper.tsx'

export function FieldSamples() {
  const [units, setUnits] = useState('4')
  const [stars, setStars] = useState(0)
  const [sought, setSought] = useState('')
  return (
    <section className="flex flex-col gap-5">
      <h2 className="text-3xl">Fields</h2>
      <div className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
        <TextField label="Name" placeholder="Ada Miller" />
        <TextField label="Phone" optional hint="With area code." type="tel" />
        <TextField label="Email" defaultValue="ada@" error="Provide a Valid Email" type="email" />
        <TextField label="Email" value="ada@example.com" readOnly hint="Taken from your account." />
        <TextField label="Out of use" disabled defaultValue="No entry" />
        <PasswordField label="Secret" defaultValue="demo1234" />
        <Select label="Make" defaultValue="">
          <option value="" disabled>
            Choose a make
          </option>
          <option>Volvo</option>
        </Select>
        <NumberField label="Price" defaultValue="19.99" />
        <Stepper
          label="Quantity"
          value={units}
          onChange={setUnits}
          min={4}
          max={10}
          error={Number(units) > 10 ? 'Your Order More Than Our Stock' : undefined}
        />
        <TextArea label="About" fieldClassName="sm:col-span-2" />
        <StarsInput label="Rating" name="sample-rating" value={stars} onChange={setStars} />
        <Stars rating={4} />
        <Checkbox label="Only what is in stock" />
        <RadioGroup legend="Delivery" hint="$12.60 more for free Ground delivery">
          <Radio name="sample-delivery" label="Ground" aside="$8.99" defaultChecked />
          <Radio name="sample-delivery" label="Expedited" aside="$19.99" />
          <Radio name="sample-delivery" label="Freight, which does not go there" disabled />
        </RadioGroup>
        <SearchBox label="Search of the server" placeholder="Find a part" />
        <SearchField
          label="Search while typing"
          placeholder="Search parts"
          value={sought}
          onSearch={setSought}
        />
        <output aria-label="What is sought">{sought && `Sought: ${sought}`}</output>
      </div>
      <SaveBar>
        <Button>Save</Button>
        <Button variant="ghost">Discard changes</Button>
      </SaveBar>
      <FormError>Your card was declined.</FormError>
      <FormSummary
        fields={['Email', 'Quantity'].map((label) => ({ name: label, label, focus: () => undefined }))}
      />
    </section>
  )
}
