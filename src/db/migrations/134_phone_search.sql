-- Up Migration

-- Orders and customers are found by their phone. Like orders_text, the index leaves out what placing an order writes (decision 060).
create index orders_phone on orders ((reversed_phone(customer_phone)) collate "C") where hold <> 'held';
create index accounts_phone on accounts ((reversed_phone(phone)) collate "C");
