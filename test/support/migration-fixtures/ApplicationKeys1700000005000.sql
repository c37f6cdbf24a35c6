UPDATE applications SET response_signature = 'ed25519',
 signing_key_sealed = 'BQUFBQUFBQUFBQUFrVKp9dgpifStrdZghHq9mw5BuzniSvmiffloqEtkZZ0XAPeXpq32w3BWsWucSHMVbTQ2SQihQ0Q+P1M=',
 public_key = '6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw',
 previous_public_key = 'iodf_x6zhFFXes1a_uQFRWVo3XyJ4JCGOgVXvHr0nxc', previous_public_key_until = 1800000000000 WHERE id = 1;
