// Writes src/integrations/vin/vin-patterns.db, the part of NHTSA's vPIC that the store uses:
//   npm exec -- node tools/vehicles/reduce-vpic.ts <vpic.db.gz>
import { rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withUnpacked } from './with-unpacked.ts'

const TARGET = path.join(import.meta.dirname, '../../src/integrations/vin/vin-patterns.db')

/** Ids of vPIC's elements and vehicle types. */
const CYLINDERS = 9
const CUBIC_CENTIMETERS = 11
const LITERS = 13
const ENGINE_MODEL = 18
const FUEL = 24
const MODEL = 28
const SERIES = 34
const TRUCK = 3
const LIGHT = 1

const [source] = process.argv.slice(2)
if (source === undefined)
  throw new Error('Usage: npm exec -- node tools/vehicles/reduce-vpic.ts <vpic.db.gz>')
withUnpacked(source, (unpacked) => {
  rmSync(TARGET, { force: true })
  const database = new DatabaseSync(TARGET)
  database.exec(`
    attach '${unpacked}' as vpic;
    create table manufacturer_codes (
      code text primary key, manufacturer text not null, make text, may_be_heavy integer not null) without rowid;
    create table schemas (
      code text not null, year_from integer not null, year_to integer not null, schema integer not null,
      primary key (code, year_from, schema)) without rowid;
    create table facts (id integer primary key, element text not null, value text not null, unique (element, value));
    create table patterns (
      schema integer not null, keys text not null, fact integer not null,
      primary key (schema, keys, fact)) without rowid;

    insert or ignore into manufacturer_codes
    select w.Wmi, coalesce(m.Name, ''), (
      select case when count(*) = 1 then max(k.Name) end from vpic.Make k
      where k.Id in (select MakeId from vpic.Wmi_Make where WmiId = w.Id union select w.MakeId)),
      w.VehicleTypeId = ${TRUCK} and coalesce(w.TruckTypeId, 0) <> ${LIGHT}
    from vpic.Wmi w left join vpic.Manufacturer m on m.Id = w.ManufacturerId;

    insert or ignore into schemas
    select w.Wmi, YearFrom, coalesce(YearTo, 2100), VinSchemaId
    from vpic.Wmi_VinSchema s join vpic.Wmi w on w.Id = s.WmiId;

    create temp table found (schema, keys, element, value);
    insert into found select VinSchemaId, Keys, 'model', k.Name || char(9) || m.Name
    from vpic.Pattern p join vpic.Model m on m.Id = cast(AttributeId as integer)
      join vpic.Make_Model mm on mm.ModelId = m.Id join vpic.Make k on k.Id = mm.MakeId
    where ElementId = ${MODEL};
    insert into found select VinSchemaId, Keys, 'cylinders', AttributeId from vpic.Pattern where ElementId = ${CYLINDERS};
    insert into found select VinSchemaId, Keys, 'displacement', printf('%.1f', AttributeId)
    from vpic.Pattern where ElementId = ${LITERS};
    insert into found select VinSchemaId, Keys, 'displacement', printf('%.1f', AttributeId / 1000.0)
    from vpic.Pattern where ElementId = ${CUBIC_CENTIMETERS};
    -- What the named engine is, where vPIC describes it.
    insert into found select p.VinSchemaId, p.Keys,
      case q.ElementId when ${CYLINDERS} then 'cylinders' else 'displacement' end,
      case q.ElementId when ${CYLINDERS} then q.AttributeId when ${LITERS} then printf('%.1f', q.AttributeId)
                       else printf('%.1f', q.AttributeId / 1000.0) end
    from vpic.Pattern p join vpic.EngineModel e on e.Name = p.AttributeId collate nocase
      join vpic.EngineModelPattern q on q.EngineModelId = e.Id
        and q.ElementId in (${CYLINDERS}, ${CUBIC_CENTIMETERS}, ${LITERS})
    where p.ElementId = ${ENGINE_MODEL};
    insert into found select VinSchemaId, Keys, 'fuel', l.Name
    from vpic.Pattern p join vpic.FuelType l on l.Id = cast(AttributeId as integer) where ElementId = ${FUEL};

    -- Only where the series states it in digits: its patterns in tons ignore position 4, which distinguishes a Silverado 1500 of 2008 from a 2500 HD.
    -- One that stands for several classes ("1500/2500/3500") is none.
    insert into found select VinSchemaId, Keys, 'class',
      case when AttributeId glob '*1500*' then '1500' when AttributeId glob '*2500*' then '2500'
           when AttributeId glob '*3500*' then '3500' else '4500' end
    from vpic.Pattern where ElementId = ${SERIES} and AttributeId not glob '*Ton*'
      and (AttributeId glob '*1500*') + (AttributeId glob '*2500*') + (AttributeId glob '*3500*') + (AttributeId glob '*4500*') = 1;
    -- Ford's vans: "250", "350 HD".
    insert into found select VinSchemaId, Keys, 'class', AttributeId
    from vpic.Pattern where ElementId = ${SERIES} and AttributeId in ('150', '250', '350', '350 HD');

    delete from found where element = 'cylinders' and value glob '*[^0-9]*' or element = 'displacement' and value = '0.0';
    insert into facts (element, value) select distinct element, value from found order by element, value;
    insert or ignore into patterns select schema, keys, id from found join facts using (element, value)
    where schema in (select schema from schemas);
    detach vpic;
    vacuum;`)
  database.close()
})
