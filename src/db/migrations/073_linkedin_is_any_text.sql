-- Up Migration

-- A profile's LinkedIn is any text; pages show it as a link only where it is an address of linkedin.com.
alter table accounts drop constraint accounts_linkedin_is_https;
